"""Score sheets: what they say, whether it can be, and which slip of the pen explains what cannot."""
