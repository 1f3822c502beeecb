(** * What a k-in-a-row game is, and what it means to win one

    Everything that the checker proves is said in the terms of this file. Read it, and you know what
    has been proved: nothing else has to be believed. It uses lists and numbers only. *)

From Coq Require Import List Bool NArith ZArith.
Import ListNotations.
Local Open Scope N_scope.

(** ** Rules *)

Inductive player := X | O.
Definition opponent (p : player) : player := match p with X => O | O => X end.

(** A player completes a row with stones on all its cells, and on none of those that would make it
    too long. *)
Record row := Row { on : list N; too_long : list N }.

(** The cells are 0, 1, 2 ... Under misere the player who completes a row loses. If O only blocks,
    his rows count for nothing (the Maker-Breaker game). *)
Record game := Game { cells : nat; rows : list row; misere : bool; only_blocks : bool }.

(** ** Positions: the stones of both players, the latest first, and whose move it is *)

Record position := Position { of_x : list N; of_o : list N; turn : player }.
Definition stones (pos : position) (p : player) : list N :=
  match p with X => of_x pos | O => of_o pos end.

Definition mem (c : N) (s : list N) : bool := existsb (N.eqb c) s.
Definition board (g : game) : list N := map N.of_nat (seq 0 (cells g)).

Definition empty (g : game) (pos : position) : list N :=
  filter (fun c => negb (mem c (of_x pos) || mem c (of_o pos))) (board g).

Definition play (pos : position) (c : N) : position :=
  match turn pos with
  | X => Position (c :: of_x pos) (of_o pos) O
  | O => Position (of_x pos) (c :: of_o pos) X
  end.

(** ** The end *)

Definition completed (s : list N) (r : row) : bool :=
  forallb (fun c => mem c s) (on r) && negb (existsb (fun c => mem c s) (too_long r)).

Definition has_row (g : game) (pos : position) (p : player) : bool :=
  existsb (completed (stones pos p)) (rows g)
  && match p with X => true | O => negb (only_blocks g) end.

Inductive result := Won (p : player) | Drawn.
Definition after_row (g : game) (p : player) : result := Won (if misere g then opponent p else p).

(** [None] while the game goes on. *)
Definition outcome (g : game) (pos : position) : option result :=
  if has_row g pos X then Some (after_row g X)
  else if has_row g pos O then Some (after_row g O)
  else match empty g pos with [] => Some Drawn | _ => None end.

(** ** Strategies

    A position holds all moves of both players in their order, so a strategy may use the whole
    history of the game. *)
Definition strategy := position -> N.

(** The positions that can come up if [p] plays by the strategy [s] and the opponent plays anything. *)
Inductive reached (g : game) (p : player) (s : strategy) (start : position) : position -> Prop :=
| at_once : reached g p s start start
| own pos : reached g p s start pos -> outcome g pos = None -> turn pos = p ->
    reached g p s start (play pos (s pos))
| theirs pos c : reached g p s start pos -> outcome g pos = None -> turn pos = opponent p ->
    In c (empty g pos) -> reached g p s start (play pos c).

(** [p] can see to it that the game ends well: by some strategy that always names an empty cell, every
    game that comes to its end has a good result. (Each does, as each move fills a cell.) *)
Definition ensures (g : game) (p : player) (good : result -> Prop) (start : position) : Prop :=
  exists s : strategy, forall pos, reached g p s start pos ->
    match outcome g pos with
    | Some r => good r
    | None => turn pos = p -> In (s pos) (empty g pos)
    end.

Definition wins (g : game) (p : player) (start : position) : Prop :=
  ensures g p (fun r => r = Won p) start.
(** The opponent can see to it that [p] does not win. *)
Definition does_not_win (g : game) (p : player) (start : position) : Prop :=
  ensures g (opponent p) (fun r => r <> Won p) start.

Definition draw (g : game) (start : position) : Prop :=
  does_not_win g X start /\ does_not_win g O start.

(** ** Boards: [k] in a row on a board with sides [m] and [n], a box, or either with joined edges *)

Definition range (from : Z) (n : nat) : list Z := map (fun i => (from + Z.of_nat i)%Z) (seq 0 n).

(** All vectors with one entry from each list. *)
Fixpoint vectors (entries : list (list Z)) : list (list Z) :=
  match entries with
  | [] => [[]]
  | first :: rest => flat_map (fun v => map (fun z => z :: v) first) (vectors rest)
  end.

(** The cell at a place, in reading order; none if it is off the board. *)
Fixpoint cell (sides : list nat) (place : list Z) : option N :=
  match sides, place with
  | side :: sides, z :: place =>
      if ((0 <=? z) && (z <? Z.of_nat side))%Z
      then option_map (fun rest => Z.to_N z + N.of_nat side * rest) (cell sides place)
      else None
  | _, _ => Some 0
  end.

Fixpoint walk (sides : list nat) (torus : bool) (start step : list Z) (i : Z) : list Z :=
  match sides, start, step with
  | side :: sides, a :: start, b :: step =>
      let z := (a + i * b)%Z in
      (if torus then z mod Z.of_nat side else z)%Z :: walk sides torus start step i
  | _, _, _ => []
  end.

Fixpoint all_there (found : list (option N)) : option (list N) :=
  match found with
  | [] => Some []
  | c :: rest => match c, all_there rest with Some c, Some rest => Some (c :: rest) | _, _ => None end
  end.

Fixpoint different (s : list N) : bool :=
  match s with [] => true | c :: s => negb (mem c s) && different s end.

(** A row: [k] different cells, each one step from the last. If rows have to be exact, the cells just
    before and after make it too long. *)
Definition row_from sides k torus (exact : bool) (start step : list Z) : list row :=
  let at_ i := cell sides (walk sides torus start step i) in
  match all_there (map at_ (range 0 k)) with
  | Some s =>
      let ends := flat_map (fun c => match c with Some c => [c] | None => [] end)
                           [at_ (-1)%Z; at_ (Z.of_nat k)] in
      if different s && negb (forallb (Z.eqb 0) step)
      then [Row s (if exact then filter (fun c => negb (mem c s)) ends else [])] else []
  | None => []
  end.

Definition area (sides : list nat) : nat := fold_right Nat.mul 1%nat sides.
Definition rows_of (sides : list nat) (k : nat) (torus exact : bool) : list row :=
  if ((k =? 0) || (area sides <? k))%nat then [] else
  flat_map (fun start => flat_map (row_from sides k torus exact start)
                                  (vectors (map (fun _ => range (-1) 3) sides)))
           (vectors (map (range 0) sides)).
Definition in_a_row sides k torus exact misere only_blocks : game :=
  Game (area sides) (rows_of sides k torus exact) misere only_blocks.
Definition no_stones : position := Position [] [] X.
