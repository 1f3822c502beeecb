(** What the proofs rest on: nothing but the definitions. [make] stops if this prints anything else. *)

From Noughts Require Import Main Examples.

Print Assumptions check_sound.
Print Assumptions shown_3_3_3.
