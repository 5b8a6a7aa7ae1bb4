"""What the strategies of the game share: how they weigh what is on the table."""
