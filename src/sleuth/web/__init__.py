"""The assistant at the table: a web app kept beside a real game."""
