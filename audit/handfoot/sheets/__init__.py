"""Score sheets: figures without play, read from tables and judged by what they say."""
