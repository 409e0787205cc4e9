"""The error for model files."""


class FileError(ValueError):
    """Raised for a file that is not a model file, damaged or too new, and for unsupported models.

    Examples
    --------
    >>> import spinney
    >>> try:
    ...     spinney.load(b"not a model")
    ... except ValueError as error:
    ...     print(error)
    bytes: it is not a Spinney model file
    """
