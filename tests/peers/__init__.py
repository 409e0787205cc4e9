"""scikit-learn's own test modules, run on Spinney's classes."""
