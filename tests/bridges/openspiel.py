"""Run by test_openspiel.py in a Python that has OpenSpiel: its algorithms on our games."""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import get_all_states, mcts, minimax
from open_spiel.python.observation import make_observation

import noughts.bridges.openspiel
from noughts import Rules, solve

GAMES = ["3,3,3", "3,3,3 misere", "3,3,3 torus", "3,3,3 exact", "4,3,3", "4,3,3 gravity", "3,4,3",
         "4,4,2", "3,3,2 misere", "2,2,2", "2,2,2,2", "3,1,2", "5,1,3",
         "3,3 lines a1-b2-c3 a2-b2-c2"]  # fmt: skip
VALUES = {"X": 1, "O": -1, "None": 0}

for text in GAMES:
    value, _ = minimax.alpha_beta_search(pyspiel.load_game("noughts", {"rules": text}))
    assert value == VALUES[str(solve(Rules.parse(text)).winner)], (text, value)

game = pyspiel.load_game("noughts(rules=4x3x3 misere)")
assert game.rules == Rules.parse("4,3,3 misere")
pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False, mask_test=True)
assert str(pyspiel.load_game(str(game))) == str(game)

start = pyspiel.load_game("noughts").new_initial_state()
state = start.clone()
state.apply_action(4)
assert (str(start), str(state)) == (".../.../...", ".../.X./...")
assert state.legal_actions() == [0, 1, 2, 3, 5, 6, 7, 8]
assert state.action_to_string(1, 0) == "O(a1)"
observed = make_observation(state.get_game())
observed.set_from(state, 0)
planes = observed.dict["observation"]
assert planes.shape == (3, 3, 3)
assert np.array_equal(planes.sum(axis=0), np.ones((3, 3)))
assert planes[1, 1, 1] == 1
assert noughts.bridges.openspiel.rules_of("15x15x5 exact") == Rules.parse("15,15,5 exact")

# Its tree search finds a win at once. (That in C++ crashes on all games in Python, its own too.)
won = pyspiel.load_game("noughts").new_initial_state()
for cell in (0, 3, 1, 4):
    won.apply_action(cell)
random = np.random.RandomState(1)
rollouts = mcts.RandomRolloutEvaluator(1, random)
bot = mcts.MCTSBot(won.get_game(), 2.0, 200, rollouts, random_state=random)
assert bot.step(won) == 2
everything = get_all_states.get_all_states(won.get_game(), include_terminals=True, to_string=str)
assert len(everything) == 5_478

sys.stdout.write(f"{len(GAMES)} games agree\n")
