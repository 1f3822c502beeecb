from pathlib import Path

GENERATED = Path(__file__).parents[2] / "web" / "generated"
