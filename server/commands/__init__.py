"""The commands of `palimpsest`, each imported only when it is asked for."""
