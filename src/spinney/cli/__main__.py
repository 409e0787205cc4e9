"""``python -m spinney.cli`` is the command ``spinney``."""

from . import main

if __name__ == "__main__":
    main()
