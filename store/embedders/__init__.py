"""Models that turn texts into vectors, behind one Protocol. Nothing here is imported before a model is asked for."""
