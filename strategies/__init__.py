"""The strategies of all games. Each module in a game's folder is a strategy. They share the folder `evaluation`."""
