"""Run the command line: ``python -m spinney.cli``."""

from . import main

if __name__ == "__main__":
    main()
