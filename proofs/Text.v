(** * Certificates as text, so that a theorem can quote one

    [tools/theorem.py] writes such theorems. What this file makes of a text is no matter of trust: the
    theorems say nothing of it. *)

From Coq Require Import List Bool NArith Ascii String.
From Noughts Require Import Game Checker.
Import ListNotations.
Local Open Scope N_scope.

Definition symbol_of (a : ascii) : symbol :=
  let n := N_of_ascii a in
  if (48 <=? n) && (n <=? 57) then Cell (n - 48)
  else if (65 <=? n) && (n <=? 90) then Cell (n - 55)
  else if (97 <=? n) && (n <=? 122) then Cell (n - 61)
  else if n =? 43 then Cell 62 else if n =? 47 then Cell 63
  else if n =? 45 then Dash else if n =? 46 then Dot else if n =? 61 then Equals else Other.

(** A space ends a field. *)
Fixpoint fields_of (s : string) : text * list text :=
  match s with
  | EmptyString => ([], [])
  | String " " s => let (first, rest) := fields_of s in ([], first :: rest)
  | String a s => let (first, rest) := fields_of s in (symbol_of a :: first, rest)
  end.

Definition fields (s : string) : list text := let (first, rest) := fields_of s in first :: rest.
Definition h (s : string) : item := Claim false (fields s).
Definition w (s : string) : item := Claim true (fields s).
Definition symmetry (s : string) : item := Symmetry (fields s).
Definition x_wins (s : string) : item := State X true (Some (fst (fields_of s))).
Definition o_wins (s : string) : item := State O true (Some (fst (fields_of s))).
Definition x_does_not_win (s : string) : item := State X false (Some (fst (fields_of s))).
Definition o_does_not_win (s : string) : item := State O false (Some (fst (fields_of s))).
Definition stolen : item := State O false None.
Definition nothing (g : game) : list sign := repeat Has_none (cells g).
