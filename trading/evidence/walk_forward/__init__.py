"""What a variant comes to on bars that it was not tuned on, fold after fold, and how sure that is.

`examine` gives all of it as one document. Nothing here sees a bar of the sealed holdout.
"""
