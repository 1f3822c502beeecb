"""Explanations of moves: the facts, and the sentences made from them.

`facts` finds what a move does and leads to, as data. The catalogue holds every sentence of a
language as a pattern; the page reads it too. `sentences` fills the patterns with facts.
"""

from noughts.explain.facts import Fact, FactKind, facts_of
from noughts.explain.hints import Hint, hint
from noughts.explain.sentences import sentence

__all__ = ["Fact", "FactKind", "Hint", "facts_of", "hint", "sentence"]
