"""Text that a terminal prints as it is."""


def printable(text: str) -> str:
    """Escape line breaks, control characters and bidirectional controls as in a string literal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
