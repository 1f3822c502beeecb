"""Other programs: tournament managers, notebooks, assistants, training libraries."""
