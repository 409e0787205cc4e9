"""Agreement with rpart and scikit-learn, from reference results kept in this folder."""
