"""Archives of games: cut into shards, audited by many processes or machines, kept as Parquet (docs/batch.md)."""
