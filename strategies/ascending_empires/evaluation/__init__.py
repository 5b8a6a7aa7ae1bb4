"""The evaluation that the strategies of Ascending Empires share: the values of planets, shots and actions."""
