(** What the proofs rest on: nothing but the definitions. [make] stops if this prints anything else. *)

From Noughts Require Import Main Value Examples.

Print Assumptions check_sound.
Print Assumptions check_position.
Print Assumptions one_value.
Print Assumptions shown_3_3_3.
