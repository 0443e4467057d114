"""The checks: each looks at a step of the replay, asks the definitions, and reports what they refuse."""
