"""Golden playthroughs: one game of each edition with every answer of the API at every state.

`python -m tests.golden` writes them anew; the suite compares byte for byte.
"""
