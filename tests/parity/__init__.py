"""Agreement with rpart and scikit-learn, from recorded reference results."""
