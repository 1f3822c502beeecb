(** * The checker as a program in OCaml

    Nothing is replaced by hand-written code but booleans, pairs, lists and options, which OCaml has. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Noughts Require Import Game Checker.

Extraction Language OCaml.
Extraction "extracted.ml" in_a_row start line stated unreadable.
