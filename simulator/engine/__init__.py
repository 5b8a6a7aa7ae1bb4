"""What all games share: compiled records and rules, chance, the decision loop, search, strategies and data tables."""
