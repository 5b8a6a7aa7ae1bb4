"""How to play Interstellar Ambitions."""
