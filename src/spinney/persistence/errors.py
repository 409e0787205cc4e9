"""What goes wrong with model files."""


class FileError(ValueError):
    """A file that is no model file, is damaged, or is too new; or a model that no file can hold.

    Examples
    --------
    >>> import spinney
    >>> try:
    ...     spinney.load(b"not a model")
    ... except ValueError as error:
    ...     print(error)
    bytes: the file ends at byte 11, within its head of 64 bytes
    """
