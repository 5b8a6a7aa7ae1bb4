"""What the strategies of Ascending Empires share: what planets, shots and actions are worth."""
