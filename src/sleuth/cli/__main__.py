"""`python -m sleuth.cli` is `sleuth`."""

from sleuth.cli import main

raise SystemExit(main())
