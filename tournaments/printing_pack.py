"""The director's pack: all that an evening needs on paper, in the right order, in one file.

Owns: which documents are in it, and making it page by page so that it can be watched and stopped.
"""
