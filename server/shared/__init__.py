"""The shared mode: each local client starts a pump, and one background server of the home serves them all."""
