(** * From the game of lines to the game of Game.v *)

From Coq Require Import List Bool NArith PeanoNat Lia.
From Noughts Require Import Game Bits Hold HoldRules Win.
Import ListNotations.
Local Open Scope N_scope.

Lemma player_eq (p q : player) : {p = q} + {p <> q}.
Proof. decide equality. Qed.

Lemma opponent_twice p : opponent (opponent p) = p.
Proof. destruct p; reflexivity. Qed.

Lemma opponent_other p q : p <> q -> p = opponent q.
Proof. destruct p, q; simpl; congruence. Qed.

Lemma opponent_ne p : opponent p <> p.
Proof. destruct p; simpl; congruence. Qed.

Definition result_eqb (a b : result) : bool :=
  match a, b with
  | Drawn, Drawn => true
  | Won X, Won X => true
  | Won O, Won O => true
  | _, _ => false
  end.

Lemma result_eqb_spec a b : result_eqb a b = true <-> a = b.
Proof. destruct a as [[]|], b as [[]|]; simpl; split; congruence. Qed.

(** ** Backward induction (Zermelo) *)

Section Forces.
Variable g : game.
Variable p : player.
Variable good : result -> bool.

Fixpoint forces (n : nat) (pos : position) : bool :=
  match outcome g pos with
  | Some r => good r
  | None =>
      match n with
      | 0%nat => false
      | S n => if player_eq (turn pos) p then existsb (fun c => forces n (play pos c)) (empty g pos)
               else forallb (fun c => forces n (play pos c)) (empty g pos)
      end
  end.

Lemma forces_more n : forall pos, forces n pos = true -> forces (S n) pos = true.
Proof.
  induction n as [|n IH]; intros pos.
  - simpl. destruct (outcome g pos); trivial; congruence.
  - intros H. change (forces (S n) pos) with
      (match outcome g pos with
       | Some r => good r
       | None => if player_eq (turn pos) p then existsb (fun c => forces n (play pos c)) (empty g pos)
                 else forallb (fun c => forces n (play pos c)) (empty g pos) end) in H.
    change (forces (S (S n)) pos) with
      (match outcome g pos with
       | Some r => good r
       | None => if player_eq (turn pos) p then existsb (fun c => forces (S n) (play pos c)) (empty g pos)
                 else forallb (fun c => forces (S n) (play pos c)) (empty g pos) end).
    destruct (outcome g pos); trivial. destruct (player_eq (turn pos) p).
    + apply existsb_exists in H. apply existsb_exists. destruct H as [c [I H]]; exists c; auto.
    + rewrite forallb_forall in *. intros c I; auto.
Qed.

Lemma forces_ends n pos r : outcome g pos = Some r -> forces n pos = good r.
Proof. destruct n; simpl; intros ->; trivial. Qed.

Lemma forces_own n pos c : outcome g pos = None -> turn pos = p -> In c (empty g pos) ->
  forces n (play pos c) = true -> forces (S n) pos = true.
Proof.
  simpl; intros -> T I H. destruct (player_eq (turn pos) p); [|tauto]. apply existsb_exists; eauto.
Qed.

Lemma forces_theirs n pos : outcome g pos = None -> turn pos = opponent p ->
  (forall c, In c (empty g pos) -> forces n (play pos c) = true) -> forces (S n) pos = true.
Proof.
  simpl; intros -> T H. destruct (player_eq (turn pos) p) as [E|E].
  - elim (opponent_ne p); congruence.
  - apply forallb_forall; auto.
Qed.

Lemma turn_play pos c : turn (play pos c) = opponent (turn pos).
Proof. unfold play; destruct (turn pos) eqn:E; reflexivity. Qed.

Theorem forces_ensures n start : forces n start = true -> ensures g p (fun r => good r = true) start.
Proof.
  intros H. exists (fun pos => match find (fun c => forces n (play pos c)) (empty g pos) with
                                | Some c => c | None => 0 end).
  set (s := fun pos => _).
  assert (Own : forall pos, outcome g pos = None -> turn pos = p -> forces n pos = true ->
                In (s pos) (empty g pos) /\ forces n (play pos (s pos)) = true).
  { intros pos N T F. unfold s. destruct (find _ _) as [c|] eqn:E; [apply find_some in E; exact E |].
    exfalso. apply forces_more in F. simpl in F. rewrite N in F.
    destruct (player_eq (turn pos) p); [|tauto]. apply existsb_exists in F. destruct F as [c [I F]].
    pose proof (find_none _ _ E c I) as G; cbn beta in G; congruence. }
  assert (All : forall pos, reached g p s start pos -> forces n pos = true).
  { induction 1 as [|pos _ IH N T|pos c _ IH N T I]; trivial.
    - apply Own; trivial.
    - apply forces_more in IH. simpl in IH. rewrite N in IH.
      destruct (player_eq (turn pos) p) as [E|E]; [elim (opponent_ne p); congruence |].
      rewrite forallb_forall in IH; auto. }
  intros pos Re. apply All in Re. destruct (outcome g pos) as [r|] eqn:E.
  - rewrite (forces_ends _ _ r E) in Re; trivial.
  - intros T. apply Own; trivial.
Qed.
End Forces.

Lemma ensures_weaken g p (good good' : result -> Prop) start :
  (forall r, good r -> good' r) -> ensures g p good start -> ensures g p good' start.
Proof.
  intros W [s H]; exists s; intros pos R. specialize (H pos R). destruct (outcome g pos); auto.
Qed.

Lemma forces_wins g p n start : forces g p (result_eqb (Won p)) n start = true -> wins g p start.
Proof.
  intros H. apply forces_ensures in H. revert H; apply ensures_weaken.
  intros r E; apply result_eqb_spec in E; congruence.
Qed.

Lemma forces_does_not_win g p n start :
  forces g (opponent p) (fun r => negb (result_eqb (Won p) r)) n start = true -> does_not_win g p start.
Proof.
  intros H. apply forces_ensures in H. revert H; apply ensures_weaken.
  intros r E F. subst. destruct p; simpl in E; congruence.
Qed.

(** ** Positions as sets *)

Definition holds_stones (s : N) (l : list N) : Prop := forall c, has s c <-> In c l.

Lemma mem_in c l : mem c l = true <-> In c l.
Proof.
  unfold mem; rewrite existsb_exists; split.
  - intros [x [I E]]; apply N.eqb_eq in E; congruence.
  - intros I; exists c; split; trivial; apply N.eqb_refl.
Qed.

Definition full_of (g : game) : N := of_list (board g).

Lemma in_empty g pos c : In c (empty g pos) <->
  has (full_of g) c /\ ~ In c (of_x pos) /\ ~ In c (of_o pos).
Proof.
  unfold empty, full_of. rewrite filter_In, has_of_list, negb_true_iff, orb_false_iff.
  rewrite <- !mem_in. destruct (mem c (of_x pos)), (mem c (of_o pos)); intuition congruence.
Qed.

(** [p] has the stones [own], his opponent has [other]. *)
Record board_of (p : player) (pos : position) (own other : N) : Prop := {
  own_stones : holds_stones own (stones pos p);
  other_stones : holds_stones other (stones pos (opponent p));
  apart : disj own other
}.

Lemma board_empty g p pos own other c : board_of p pos own other ->
  (In c (empty g pos) <-> free (full_of g) own other c).
Proof.
  intros [A B _]. rewrite in_empty. unfold free. rewrite (A c), (B c).
  destruct p; simpl; tauto.
Qed.

Lemma board_own p pos own other c : board_of p pos own other -> turn pos = p -> ~ has other c ->
  board_of p (play pos c) (N.setbit own c) other.
Proof.
  intros [A B D] T F. unfold play; rewrite T. constructor.
  - intros x; autorewrite with bits. rewrite (A x). destruct p; simpl; intuition congruence.
  - intros x; rewrite (B x). destruct p; simpl; tauto.
  - intros x; autorewrite with bits. intros [->|X] Y; [tauto | eapply D; eauto].
Qed.

Lemma board_theirs p pos own other c : board_of p pos own other -> turn pos = opponent p ->
  ~ has own c -> board_of p (play pos c) own (N.setbit other c).
Proof.
  intros [A B D] T F. unfold play; rewrite T. constructor.
  - intros x; rewrite (A x). destruct p; simpl; tauto.
  - intros x; autorewrite with bits. rewrite (B x). destruct p; simpl; intuition congruence.
  - intros x; autorewrite with bits. intros X [->|Y]; [tauto | eapply D; eauto].
Qed.

Lemma filter_less {A} (f h : A -> bool) l : (forall x, f x = true -> h x = true) ->
  (length (filter f l) <= length (filter h l))%nat.
Proof.
  intros H; induction l as [|a l IH]; simpl; [lia |]. specialize (H a).
  destruct (f a), (h a); simpl; try lia; discriminate H; trivial.
Qed.

Lemma filter_fewer {A} (f h : A -> bool) l a : (forall x, f x = true -> h x = true) ->
  In a l -> f a = false -> h a = true -> (length (filter f l) < length (filter h l))%nat.
Proof.
  intros H; induction l as [|b l IH]; simpl; [tauto |]. intros [->|I] F G.
  - rewrite F, G; simpl. pose proof (filter_less f h l H); lia.
  - specialize (IH I F G). specialize (H b). destruct (f b), (h b); simpl; try lia;
    discriminate H; trivial.
Qed.

Lemma empty_fewer g pos c : In c (empty g pos) ->
  (length (empty g (play pos c)) < length (empty g pos))%nat.
Proof.
  intros I. unfold empty in *. apply filter_In in I; destruct I as [I E].
  apply filter_fewer with c; trivial.
  - intros x. unfold play; destruct (turn pos); simpl; destruct (x =? c); simpl;
      rewrite ?orb_true_r; simpl; congruence.
  - unfold play; destruct (turn pos); simpl; rewrite N.eqb_refl; simpl; rewrite ?orb_true_r; trivial.
Qed.

(** ** The usual rules, where extra stones never hurt *)

Section Usual.
Variable g : game.
Variable p : player.
Variables ol tl : list N.
Notation full := (full_of g).
Hypothesis usual : misere g = false.
Hypothesis own_rows : forall pos own other, board_of p pos own other ->
  (has_row g pos p = true <-> done ol own other).
Hypothesis other_rows : forall pos own other, board_of p pos own other ->
  (has_row g pos (opponent p) = true <-> done tl other own).

Lemma outcome_own pos own other : board_of p pos own other -> done ol own other ->
  ~ done tl other own -> outcome g pos = Some (Won p).
Proof using own_rows other_rows usual.
  intros B D N. apply (own_rows _ _ _ B) in D. rewrite <- (other_rows _ _ _ B) in N.
  unfold outcome, after_row. rewrite usual. destruct p; simpl in *; rewrite D; trivial.
  destruct (has_row g pos X); trivial; congruence.
Qed.

Lemma outcome_none pos own other : board_of p pos own other -> ~ done ol own other ->
  ~ done tl other own -> outcome g pos = match empty g pos with [] => Some Drawn | _ => None end.
Proof using own_rows other_rows.
  intros B D N. rewrite <- (own_rows _ _ _ B) in D. rewrite <- (other_rows _ _ _ B) in N.
  unfold outcome. destruct p; simpl in *; destruct (has_row g pos X), (has_row g pos O); trivial; congruence.
Qed.

Definition not_lost (r : result) : bool := negb (result_eqb (Won (opponent p)) r).

Lemma not_lost_won : not_lost (Won p) = true.
Proof. unfold not_lost; destruct p; reflexivity. Qed.

Lemma not_lost_drawn : not_lost Drawn = true.
Proof. unfold not_lost; destruct p; reflexivity. Qed.

Lemma hold_forces n : forall k pos own other,
  board_of p pos own other -> turn pos = opponent p -> ~ done tl other own ->
  (length (empty g pos) <= k)%nat -> (k <= 2 * n)%nat -> Hold full ol tl true n own other ->
  forces g p not_lost k pos = true.
Proof using own_rows other_rows usual.
  induction n as [|n IH]; intros k pos own other B T N Len K H.
  - destruct (done_dec ol own other) as [D|D].
    + rewrite (forces_ends _ _ _ _ _ _ (outcome_own _ _ _ B D N)). apply not_lost_won.
    + pose proof (outcome_none _ _ _ B D N) as E. destruct (empty g pos); [|simpl in Len; lia].
      rewrite (forces_ends _ _ _ _ _ _ E). apply not_lost_drawn.
  - destruct (done_dec ol own other) as [D|D].
    { rewrite (forces_ends _ _ _ _ _ _ (outcome_own _ _ _ B D N)). apply not_lost_won. }
    pose proof (outcome_none _ _ _ B D N) as E. destruct (empty g pos) as [|c0 l] eqn:Em.
    { rewrite (forces_ends _ _ _ _ _ _ E). apply not_lost_drawn. }
    destruct H as [H|[_ H]]; [tauto |]. destruct k as [|k]; [simpl in Len; lia |].
    apply forces_theirs; trivial. intros m I. assert (F := I).
    apply (board_empty g p pos own other m B) in F. destruct (H m F) as [Q [r [M [Must Hr]]]].
    assert (B1 := board_theirs p pos own other m B T (proj1 (proj2 F))).
    assert (D1 : ~ done ol own (N.setbit other m)).
    { intros D'; apply D. eapply done_more; eauto. intros c; autorewrite with bits; auto. }
    pose proof (outcome_none _ _ _ B1 D1 Q) as E1. pose proof (empty_fewer _ _ _ I) as Less.
    rewrite Em in Less. destruct (empty g (play pos m)) as [|c1 l1] eqn:Em1.
    { rewrite (forces_ends _ _ _ _ _ _ E1). apply not_lost_drawn. }
    destruct k as [|k]; [simpl in Len, Less; lia |].
    assert (T1 : turn (play pos m) = p) by (rewrite turn_play, T; apply opponent_twice).
    destruct r as [r|].
    + apply forces_own with r; trivial; [apply (board_empty g p _ _ _ r B1); trivial |].
      assert (I1 : In r (empty g (play pos m))) by (apply (board_empty g p _ _ _ r B1); trivial).
      pose proof (empty_fewer _ _ _ I1) as Less1. rewrite Em1 in Less1.
      apply IH with (N.setbit own r) (N.setbit other m); trivial; try (simpl in *; lia).
      * apply board_own; trivial. apply M.
      * rewrite turn_play, T1; trivial.
      * intros D'; apply Q. eapply done_more; eauto. intros c; autorewrite with bits; auto.
    + exfalso. apply (Must eq_refl eq_refl c1). apply (board_empty g p _ _ _ c1 B1).
      rewrite Em1; simpl; auto.
Qed.

Lemma holds_forces pos own other :
  board_of p pos own other -> turn pos = opponent p -> ~ done tl other own ->
  Holds full ol tl own other -> exists k, forces g p not_lost k pos = true.
Proof using own_rows other_rows usual.
  intros B T N H. exists (length (empty g pos)).
  apply hold_forces with (length (empty g pos)) own other; trivial; [lia |].
  apply hold_follows with (f := fun _ => None) (own := own) (other := other).
  - congruence.
  - apply H.
  - constructor; auto. congruence.
Qed.

Lemma holds_forces_own pos own other r :
  board_of p pos own other -> turn pos = p -> ~ done tl other own -> ~ done ol own other ->
  may full own other r -> empty g pos <> [] ->
  Holds full ol tl (add own r) other -> exists k, forces g p not_lost k pos = true.
Proof using own_rows other_rows usual.
  intros B T N D M Em H.
  pose proof (outcome_none _ _ _ B D N) as E. destruct (empty g pos) as [|c0 l] eqn:Em0; [congruence |].
  assert (G : exists c, In c (empty g pos) /\ forall x, has (add own r) x -> has (N.setbit own c) x).
  { destruct r as [r|].
    - exists r; split; [apply (board_empty g p pos own other r B); trivial | auto].
    - exists c0; split; [rewrite Em0; simpl; auto |]. intros x; simpl; autorewrite with bits; auto. }
  destruct G as [c [I Sb]]. assert (F := I). apply (board_empty g p pos own other c B) in F.
  destruct (holds_forces (play pos c) (N.setbit own c) other) as [k K].
  - apply board_own; trivial. apply F.
  - rewrite turn_play, T; trivial.
  - intros D'; apply N. eapply done_more; eauto. intros x; autorewrite with bits; auto.
  - intros n. apply hold_follows with (f := fun _ => None) (own := add own r) (other := other).
    + congruence.
    + apply H.
    + constructor; [| | congruence].
      * intros L J O; left; split; auto. intros x X Y; apply (O x X); auto.
      * intros L J O; split; auto.
  - exists (S k). eapply forces_own; eauto.
Qed.

(** Winning. *)
Notation forced := (forces g p (result_eqb (Won p))).

Lemma won_good : result_eqb (Won p) (Won p) = true.
Proof. destruct p; reflexivity. Qed.

Definition win_real (moves : player) (own other : N) : Prop :=
  forall own' other' pos, (forall c, has own c -> has own' c) -> (forall c, has other' c -> has other c) ->
  board_of p pos own' other' -> ~ done tl other' own' ->
  (empty g pos = [] -> outcome g pos = Some (Won p)) /\
  (turn pos = moves -> forall k, (length (empty g pos) <= k)%nat -> forced k pos = true).

Lemma win_forces own other : Win full ol tl own other -> win_real (opponent p) own other.
Proof using own_rows other_rows usual.
  apply (Win_both full ol tl (win_real (opponent p)) (win_real p)); clear own other.
  - intros own other D Q own' other' pos S1 S2 B N.
    assert (E : outcome g pos = Some (Won p)).
    { eapply outcome_own; eauto. eapply done_more; eauto. }
    split; trivial. intros _ k _. rewrite (forces_ends _ _ _ _ _ _ E). apply won_good.
  - intros own other Q K _ IH own' other' pos S1 S2 B N.
    destruct (done_dec ol own' other') as [D|D].
    { assert (E : outcome g pos = Some (Won p)) by (eapply outcome_own; eauto).
      split; trivial. intros _ k _. rewrite (forces_ends _ _ _ _ _ _ E). apply won_good. }
    assert (Full : empty g pos = [] -> outcome g pos = Some (Won p)).
    { intros E. apply (IH None I own' other' pos); auto. }
    split; trivial. intros T k Len. destruct (empty g pos) as [|c0 l] eqn:Em.
    { rewrite (forces_ends _ _ _ _ _ _ (Full eq_refl)). apply won_good. }
    pose proof (outcome_none _ _ _ B D N) as E. rewrite Em in E.
    destruct k as [|k]; [simpl in Len; lia |].
    apply forces_theirs; trivial. intros m J. assert (F := J).
    apply (board_empty g p pos own' other' m B) in F. destruct F as [F1 [F2 F3]].
    pose proof (empty_fewer _ _ _ J) as Less. rewrite Em in Less.
    set (r := if has_dec other m then None else Some m).
    assert (M : may full own other r).
    { unfold r; destruct (has_dec other m); simpl; trivial. repeat split; auto. }
    assert (S3 : forall c, has (N.setbit other' m) c -> has (add other r) c).
    { intros c; autorewrite with bits. unfold r; destruct (has_dec other m).
      - intros [->|]; auto.
      - intros [->|]; auto. }
    apply (IH r M own' (N.setbit other' m) (play pos m)); trivial.
    + apply board_theirs; trivial.
    + intros D'. apply (K r M). eapply done_more; eauto.
    + rewrite turn_play, T; apply opponent_twice.
    + simpl in *; lia.
  - intros own other m M W IH own' other' pos S1 S2 B N.
    destruct (done_dec ol own' other') as [D|D].
    { assert (E : outcome g pos = Some (Won p)) by (eapply outcome_own; eauto).
      split; trivial. intros _ k _. rewrite (forces_ends _ _ _ _ _ _ E). apply won_good. }
    split.
    + intros E. apply (IH own' other' pos); trivial. intros c; autorewrite with bits.
      intros [->|]; auto. destruct M as [M1 [M2 M3]]. destruct (has_dec own' c) as [|O]; trivial.
      exfalso. assert (G : In c (empty g pos)).
      { apply (board_empty g p pos own' other' c B). repeat split; trivial. intros X; auto. }
      rewrite E in G; destruct G.
    + intros T k Len. pose proof (outcome_none _ _ _ B D N) as E.
      destruct (empty g pos) as [|c0 l] eqn:Em.
      { assert (outcome g pos = Some (Won p)); [|congruence].
        apply (IH own' other' pos); trivial. intros c; autorewrite with bits.
        intros [->|]; auto. destruct M as [M1 [M2 M3]]. destruct (has_dec own' c) as [|O]; trivial.
        exfalso. assert (G : In c (empty g pos)).
        { apply (board_empty g p pos own' other' c B). repeat split; trivial. intros X; auto. }
        rewrite Em in G; destruct G. }
      destruct k as [|k]; [simpl in Len; lia |].
      assert (G : exists e, In e (empty g pos) /\ forall c, has (add own m) c -> has (N.setbit own' e) c).
      { assert (Any : forall e, (forall c, m = Some c -> c = e \/ has own' c) ->
                      forall c, has (add own m) c -> has (N.setbit own' e) c).
        { intros e A c; autorewrite with bits. intros [X|X]; [apply (A c X) | auto]. }
        destruct m as [c|].
        - destruct (has_dec own' c) as [O|O].
          + exists c0; split; [rewrite Em; simpl; auto |]. apply Any. intros x [= <-]; auto.
          + exists c; split; [|apply Any; intros x [= <-]; auto].
            apply (board_empty g p pos own' other' c B). destruct M as [M1 [M2 M3]].
            repeat split; trivial. intros X; auto.
        - exists c0; split; [rewrite Em; simpl; auto |]. apply Any; congruence. }
      destruct G as [e [J S3]]. assert (F := J). apply (board_empty g p pos own' other' e B) in F.
      pose proof (empty_fewer _ _ _ J) as Less. rewrite Em in Less.
      apply forces_own with e; trivial.
      apply (IH (N.setbit own' e) other' (play pos e)); trivial.
      * apply board_own; trivial. apply F.
      * intros D'; apply N. eapply done_more; eauto. intros c; autorewrite with bits; auto.
      * rewrite turn_play, T; trivial.
      * simpl in *; lia.
Qed.

Lemma win_forces_real pos own other : board_of p pos own other -> turn pos = opponent p ->
  ~ done tl other own -> Win full ol tl own other -> exists k, forced k pos = true.
Proof using own_rows other_rows usual.
  intros B T N W. exists (length (empty g pos)). eapply (win_forces _ _ W); eauto.
Qed.

Lemma answer_forces_real pos own other : board_of p pos own other -> turn pos = p ->
  ~ done tl other own -> ~ done ol own other -> empty g pos <> [] -> Answer full ol tl own other ->
  exists k, forced k pos = true.
Proof using own_rows other_rows usual.
  intros B T N D Em A. inversion A as [o1 o2 m M W]; subst o1 o2.
  pose proof (outcome_none _ _ _ B D N) as E. destruct (empty g pos) as [|c0 l] eqn:Em0; [congruence |].
  assert (G : exists c, In c (empty g pos) /\ forall x, has (add own m) x -> has (N.setbit own c) x).
  { destruct m as [r|].
    - exists r; split; [apply (board_empty g p pos own other r B); trivial | auto].
    - exists c0; split; [rewrite Em0; simpl; auto |]. intros x; simpl; autorewrite with bits; auto. }
  destruct G as [c [I Sb]]. assert (F := I). apply (board_empty g p pos own other c B) in F.
  exists (S (length (empty g (play pos c)))). eapply forces_own; eauto.
  apply (win_forces _ _ W (N.setbit own c) other (play pos c)); auto.
  - apply board_own; trivial. apply F.
  - intros D'; apply N. eapply done_more; eauto. intros x; autorewrite with bits; auto.
  - rewrite turn_play, T; trivial.
Qed.
End Usual.
