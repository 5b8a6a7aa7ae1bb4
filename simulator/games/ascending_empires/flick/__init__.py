"""The physics of a flick. It maps positions, a shot and random numbers to new positions and a list of events."""
