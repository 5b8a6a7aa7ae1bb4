"""How a flicked disc slides over the board: positions, a shot and its draws in; positions and what happened out."""
