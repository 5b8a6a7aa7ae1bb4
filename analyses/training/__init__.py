"""How strong play is, and how it becomes stronger: strategies are trained and attacked."""
