"""Pure rules: values in, verdict out; no clock, no database, no chance."""
