(** * The definitions make sense: each position has one value

    No statement about certificates rests on this. It shows that Game.v says what it should: X wins, or
    O wins, or it is a draw, and only one of the three. *)

From Coq Require Import List Bool NArith PeanoNat Lia.
From Noughts Require Import Game Bits Hold HoldRules Win Real Every.
Import ListNotations.

Lemma reached_later g p s start c pos :
  outcome g start = None -> (turn start = p -> c = s start) ->
  (turn start = opponent p -> In c (empty g start)) ->
  reached g p s (play start c) pos -> reached g p s start pos.
Proof.
  intros N Own Theirs R. induction R as [|pos R IH E T|pos d R IH E T I].
  - destruct (player_eq (turn start) p) as [T|T].
    + rewrite (Own T). apply own; trivial. apply at_once.
    + apply opponent_other in T. apply theirs; auto. apply at_once.
  - apply own; trivial.
  - apply theirs; trivial.
Qed.

(** Both players cannot have their way. *)
Lemma not_both g p (good bad : result -> Prop) : (forall r, good r -> bad r -> False) ->
  forall n start, (length (empty g start) <= n)%nat ->
  ensures g p good start -> ensures g (opponent p) bad start -> False.
Proof.
  intros G. induction n as [|n IH]; intros start Len [s A] [t B].
  - specialize (A start (at_once _ _ _ _)). specialize (B start (at_once _ _ _ _)).
    destruct (outcome g start) as [r|] eqn:E; [eauto |].
    destruct (outcome_some_empty g start E) as [c [l Em]]. rewrite Em in Len; simpl in Len; lia.
  - assert (A0 := A start (at_once _ _ _ _)). assert (B0 := B start (at_once _ _ _ _)).
    destruct (outcome g start) as [r|] eqn:E; [eauto |].
    set (c := if player_eq (turn start) p then s start else t start).
    assert (I : In c (empty g start)).
    { unfold c. destruct (player_eq (turn start) p) as [T|T]; [auto |]. apply opponent_other in T; auto. }
    apply (IH (play start c)).
    + pose proof (empty_fewer _ _ _ I); lia.
    + exists s. intros pos R. apply A. apply (reached_later g p s start c pos E); trivial.
      intros T. unfold c. destruct (player_eq (turn start) p); tauto.
    + exists t. intros pos R. apply B. apply (reached_later g (opponent p) t start c pos E); trivial.
      intros T. unfold c. destruct (player_eq (turn start) p) as [T'|]; trivial.
      exfalso. apply (opponent_ne p). congruence.
Qed.

Theorem wins_or_not g p start : wins g p start \/ does_not_win g p start.
Proof.
  set (n := length (empty g start)). destruct (forces g p (result_eqb (Won p)) n start) eqn:F.
  - left. eapply forces_wins; eauto.
  - right. apply (forces_does_not_win g p n). apply (determined g p); trivial.
Qed.

Theorem not_wins_and_not g p start : wins g p start -> does_not_win g p start -> False.
Proof.
  intros W D. apply (not_both g p (fun r => r = Won p) (fun r => r <> Won p)) with (length (empty g start)) start;
    trivial. intros r A B; tauto.
Qed.

Lemma winner_is_one g p start : wins g p start -> does_not_win g (opponent p) start.
Proof.
  unfold does_not_win. rewrite opponent_twice. apply ensures_weaken. intros r -> [= E].
  apply (opponent_ne p); congruence.
Qed.

Theorem one_value g start :
  (wins g X start /\ ~ wins g O start /\ ~ draw g start) \/
  (~ wins g X start /\ wins g O start /\ ~ draw g start) \/
  (~ wins g X start /\ ~ wins g O start /\ draw g start).
Proof.
  pose proof (not_wins_and_not g X start). pose proof (not_wins_and_not g O start).
  pose proof (winner_is_one g X start). pose proof (winner_is_one g O start). simpl in *.
  unfold draw. destruct (wins_or_not g X start), (wins_or_not g O start); tauto.
Qed.
