(** * Winning: the defender is to move, and the attacker completes a line first

    [own] and [other] are the stones of the attacker and of the defender, [ol] and [tl] their lines. Both
    may pass: that makes it no easier for the attacker, and is of no use to him. *)

From Coq Require Import List Bool NArith PeanoNat Lia.
From Noughts Require Import Bits Hold HoldRules.
Import ListNotations.
Local Open Scope N_scope.

Section Win.
Variable full : N.
Variables ol tl : list N.
Hypothesis ol_full : forall L, In L ol -> sub L full.
Notation free := (free full).
Notation may := (may full).

Inductive Win : N -> N -> Prop :=
| now own other : done ol own other -> ~ done tl other own -> Win own other
| later own other : ~ done tl other own ->
    (forall r, may own other r -> ~ done tl (add other r) own) ->
    (forall r, may own other r -> Answer own (add other r)) -> Win own other
with Answer : N -> N -> Prop :=
| answer own other m : may own other m -> Win (add own m) other -> Answer own other.

(** The attacker wins all positions [own' other'] that are related so to [own other]. *)
Record related (Z : N) (n : nat) (own other own' other' : N) : Prop := {
  stones_there : forall c, has full c -> has own c -> ~ has other c -> has own' c;
  zone_free : forall c, has Z c -> ~ has other' c;
  still_open : forall L, In L tl -> disj L own' -> disj L own;
  no_more : forall L, In L tl -> disj L own' ->
    (size (N.land L other') <= size (N.land L other)
     \/ n + 2 <= size (N.ldiff (N.ldiff L other') Z))%nat
}.

Definition in_zone (Z own other : N) : Prop := forall c, has Z c -> free own other c.

Definition Wins (own other Z : N) (n : nat) : Prop :=
  in_zone Z own other /\ forall own' other', disj own' other' -> related Z n own other own' other' ->
    ~ done tl other' own' -> Win own' other'.

Definition Answers (own other Z : N) (n : nat) : Prop :=
  in_zone Z own other /\ forall own' other', disj own' other' -> related Z n own other own' other' ->
    ~ done tl other' own' -> Answer own' other'.

Notation quiet := (quiet tl).

Lemma related_quiet Z n own other own' other' : quiet own other ->
  related Z n own other own' other' ->
  forall r, may own' other' r -> ~ done tl (add other' r) own'.
Proof.
  intros Q R r M [L [I [D S]]]. assert (O := still_open _ _ _ _ _ _ R L I D).
  specialize (Q L I O). apply many_size in Q.
  assert (F : (size (N.ldiff L other') <= 1)%nat).
  { apply Nat.le_trans with (size (add 0 r)); [|apply (size_add_le 0 r)].
    apply size_sub. intros c; autorewrite with bits. intros [A B].
    apply S in A; autorewrite with bits in A; tauto. }
  destruct (no_more _ _ _ _ _ _ R L I D) as [A|A].
  - pose proof (size_split L other); pose proof (size_split L other'); lia.
  - assert (size (N.ldiff (N.ldiff L other') Z) <= size (N.ldiff L other'))%nat; [|lia].
    apply size_sub; intros c; autorewrite with bits; tauto.
Qed.

Lemma disj_add_l own other m : disj own other -> may own other m -> disj (add own m) other.
Proof.
  intros D M c; autorewrite with bits. intros [->|A]; [|intros B; eapply D; eauto].
  destruct M as [_ [_ M]]; trivial.
Qed.

Lemma disj_add_r own other m : disj own other -> may own other m -> disj own (add other m).
Proof.
  intros D M c; autorewrite with bits. intros A [->|B]; [|eapply D; eauto].
  destruct M as [_ [M _]]; auto.
Qed.

Lemma wins_more own other Z n Z' n' : Wins own other Z n -> sub Z Z' -> (n <= n')%nat ->
  in_zone Z' own other -> Wins own other Z' n'.
Proof.
  intros [F W] S L F'. split; trivial. intros own' other' D R. apply W; trivial.
  destruct R as [R1 R2 R3 R4]. constructor; auto. intros l I O. destruct (R4 l I O) as [|A]; auto.
  right. assert (size (N.ldiff (N.ldiff l other') Z') <= size (N.ldiff (N.ldiff l other') Z))%nat; [|lia].
  apply size_sub; intros c; autorewrite with bits; intuition.
Qed.

(** The attacker's move. *)
Lemma answers_move own other m Z n : may own other m -> Wins (add own m) other Z n ->
  Answers own other (add Z m) n.
Proof.
  intros M [F W]. split.
  { intros c; autorewrite with bits. intros [->|C]; [exact M |].
    destruct (F c C) as [F1 [F2 F3]]; autorewrite with bits in F2. repeat split; tauto. }
  intros own' other' D R Q.
  assert (Z' : forall c, has Z c -> has (add Z m) c). { intros c; autorewrite with bits; auto. }
  assert (Mo : forall c, m = Some c -> ~ has other' c).
  { intros c ->; apply (zone_free _ _ _ _ _ _ R); autorewrite with bits; auto. }
  assert (G : forall e, (forall c, m = Some c -> e = Some c \/ has own' c) ->
            related Z n (add own m) other (add own' e) other').
  { intros e E. destruct R as [R1 R2 R3 R4]. constructor.
    - intros c C; autorewrite with bits. intros [H|H] O; [destruct (E c H); auto |]. right; auto.
    - auto.
    - intros L I O. assert (O' : disj L own').
      { intros c A B; apply (O c A); autorewrite with bits; auto. }
      intros c A; autorewrite with bits. intros [B|B]; [|eapply (R3 L); eauto].
      apply (O c A); autorewrite with bits. destruct (E c B); auto.
    - intros L I O. assert (O' : disj L own').
      { intros c A B; apply (O c A); autorewrite with bits; auto. }
      destruct (R4 L I O') as [|B]; auto. right. eapply Nat.le_trans; [exact B |].
      apply size_sub; intros c; autorewrite with bits; tauto. }
  assert (E : exists e, may own' other' e /\ forall c, m = Some c -> e = Some c \/ has own' c).
  { destruct m as [c|]; [|exists None; split; simpl; [trivial | congruence]].
    destruct (has_dec own' c) as [H|H].
    - exists None; split; simpl; trivial. intros d [= <-]; auto.
    - exists (Some c). split; [|intros d [= <-]; auto]. repeat split; auto. apply M. }
  destruct E as [e [Me E]]. apply answer with e; trivial. apply W; auto.
  - apply disj_add_l; trivial.
  - intros [L [I [O S]]]; apply Q. exists L; repeat split; trivial.
    intros c A B; apply (O c A); autorewrite with bits; auto.
Qed.

(** A line is there. *)
Lemma wins_done own other : done ol own other -> Wins own other 0 0.
Proof using ol_full.
  intros [L [I [D S]]]. split; [intros c; autorewrite with bits; tauto |].
  intros own' other' D' R Q. apply now; trivial.
  assert (S' : sub L own').
  { intros c C. apply (stones_there _ _ _ _ _ _ R); auto; [apply (ol_full L); trivial |].
    intros O; eapply D; eauto. }
  exists L; repeat split; trivial. intros c A B; apply (D' c); auto.
Qed.

(** A threat: the attacker completes his line unless the defender takes the cell. *)
Lemma threat_wins own other c Z n own' other' r :
  threat ol own other c -> related Z n own other own' other' -> has Z c -> disj own' other' ->
  may own' other' r -> r <> Some c -> ~ done tl (add other' r) own' -> Answer own' (add other' r).
Proof using ol_full.
  intros [L [I [D [C [O S]]]]] R ZC D' M N Q.
  assert (Oc : ~ has other' c) by (eapply zone_free; eauto).
  assert (Fc : has full c) by (apply (ol_full L); trivial).
  assert (G : forall e, e = Some c \/ (e = None /\ has own' c) -> done ol (add own' e) (add other' r)).
  { intros e E. assert (T : forall x, has L x -> has own' x \/ (e = Some c /\ x = c)).
    { intros x X. destruct (S x X) as [X'| ->].
      - left. apply (stones_there _ _ _ _ _ _ R); trivial; [apply (ol_full L); trivial |].
        intros X''; apply (D x); trivial.
      - tauto. }
    exists L; repeat split; trivial.
    - intros x X; autorewrite with bits. intros [->|B].
      + destruct M as [_ [M _]]. destruct (T x X) as [|[_ ->]]; [tauto | congruence].
      + destruct (T x X) as [Y|[_ ->]]; [eapply D'; eauto | tauto].
    - intros x X; autorewrite with bits. destruct (T x X) as [|[-> ->]]; auto. }
  assert (Q' : forall e, ~ done tl (add other' r) (add own' e)).
  { intros e [l [J [A B]]]; apply Q. exists l; repeat split; trivial.
    intros x X Y; apply (A x X); autorewrite with bits; auto. }
  destruct (has_dec own' c) as [E|E].
  - apply answer with None; simpl; trivial. apply now; [apply (G None); auto | exact Q].
  - apply answer with (Some c); [|apply now; auto].
    repeat split; trivial. autorewrite with bits. intros [H|H]; auto.
Qed.

Lemma wins_two own other c d : quiet own other -> threat ol own other c -> threat ol own other d ->
  c <> d -> Wins own other (N.setbit (N.setbit 0 c) d) 0.
Proof using ol_full.
  intros Q C D N. split.
  { intros x; autorewrite with bits. assert (G : forall y, threat ol own other y -> free own other y).
    { intros y [L [I [A [B [E _]]]]]. repeat split; trivial; [apply (ol_full L); trivial |].
      intros X; apply (A y); trivial. }
    intros [->|[->|[]]]; auto. }
  intros own' other' D' R Q'. assert (K := related_quiet _ _ _ _ _ _ Q R). apply later; trivial.
  intros r M. destruct (option_map (N.eqb c) r) as [[]|] eqn:E; [apply (threat_wins own other d _ _ _ _ _ D R) |
    apply (threat_wins own other c _ _ _ _ _ C R) | apply (threat_wins own other c _ _ _ _ _ C R)];
    auto; try (autorewrite with bits; auto; fail); destruct r as [r|]; simpl in E; try congruence;
    injection E; intros E'; [apply N.eqb_eq in E' | apply N.eqb_neq in E']; congruence.
Qed.

(** A reply in the zone, answered in [own other] as well. *)
Lemma related_reply Z n Z' n' own other own' other' c :
  related Z n own other own' other' -> in_zone Z own other -> sub Z' Z -> (n' <= n)%nat ->
  has Z c -> ~ has Z' c ->
  related Z' n' own (N.setbit other c) own' (N.setbit other' c).
Proof.
  intros [R1 R2 R3 R4] F S N C C'. assert (O := proj2 (proj2 (F c C))). assert (O' := R2 c C).
  constructor.
  - intros x X; autorewrite with bits; intros; apply R1; tauto.
  - intros x X; autorewrite with bits. intros [->|]; [tauto |]. apply (R2 x); auto.
  - auto.
  - intros L I D. destruct (R4 L I D) as [A|A]; [left | right].
    + destruct (has_dec L c) as [H|H].
      * assert (E : forall o, N.land L (N.setbit o c) = N.setbit (N.land L o) c).
        { intros o; apply ext; intros x; autorewrite with bits. intuition congruence. }
        rewrite !E, !size_set; [lia | |]; autorewrite with bits; tauto.
      * assert (E : forall o, N.land L (N.setbit o c) = N.land L o).
        { intros o; apply ext; intros x; autorewrite with bits. intuition congruence. }
        rewrite !E; trivial.
    + apply Nat.le_trans with (n + 2)%nat; [lia |]. eapply Nat.le_trans; [exact A |].
      apply size_sub; intros x; autorewrite with bits. intros [[X1 X2] X3]. repeat split; auto.
      intros [->|]; tauto.
Qed.

Lemma wins_forced own other c Z n : quiet own other -> threat ol own other c ->
  Answers own (N.setbit other c) Z n -> Wins own other (N.setbit Z c) n.
Proof using ol_full.
  intros Q T [F A]. assert (F' : in_zone (N.setbit Z c) own other).
  { intros x; autorewrite with bits. intros [->|X].
    - destruct T as [L [I [D [B [E _]]]]]. repeat split; trivial; [apply (ol_full L); trivial |].
      intros X; apply (D c); trivial.
    - destruct (F x X) as [F1 [F2 F3]]; autorewrite with bits in F3; repeat split; tauto. }
  split; trivial. intros own' other' D R Q'. assert (K := related_quiet _ _ _ _ _ _ Q R).
  apply later; trivial. intros r M.
  assert (E : {r = Some c} + {r <> Some c}).
  { destruct r as [r|]; [destruct (N.eq_dec r c); [left | right]; congruence | right; congruence]. }
  destruct E as [->|E]; [|eapply threat_wins; eauto; autorewrite with bits; auto].
  apply A; [apply disj_add_r; trivial | | apply K; trivial].
  apply (related_reply _ _ Z n _ _ _ _ c R F'); trivial.
  - intros x; autorewrite with bits; auto.
  - autorewrite with bits; auto.
  - intros X; destruct (F c X) as [_ [_ B]]; apply B; autorewrite with bits; auto.
Qed.

(** The replies that a win with this zone and these passes does not meet. *)
Definition short (own other Z : N) (n : nat) (L : N) : bool :=
  disjb L own && (size (N.ldiff (N.ldiff L other) Z) <=? n + 2)%nat.

Definition unmet (own other Z : N) (n : nat) : N :=
  fold_right (fun L s => if short own other Z n L then N.lor (N.ldiff L other) s else s) Z tl.

Lemma has_unmet own other Z n c : has (unmet own other Z n) c <->
  has Z c \/ exists L, In L tl /\ short own other Z n L = true /\ has L c /\ ~ has other c.
Proof.
  unfold unmet. induction tl as [|L l IH]; simpl.
  - split; [auto |]. intros [|[? [[] _]]]; trivial.
  - destruct (short own other Z n L) eqn:E; autorewrite with bits; rewrite IH; split.
    + intros [H|[H|[L' H]]]; auto; right; [exists L | exists L']; tauto.
    + intros [H|[L' [[->|I] H]]]; auto; [tauto |]. right; right; exists L'; tauto.
    + intros [H|[L' H]]; auto. right; exists L'; tauto.
    + intros [H|[L' [[->|I] H]]]; auto; [destruct H; congruence |]. right; exists L'; tauto.
Qed.

Lemma related_met Z n Z' n' own other r own' other' y :
  related Z n own other own' other' -> in_zone Z own other -> in_zone Z' own (add other r) ->
  sub Z' Z -> (n' <= n)%nat -> may own other r -> may own' other' y ->
  (forall c, y = Some c -> ~ has (unmet own other Z' n') c) ->
  (exists c, y = Some c /\ has Z c) \/ ((S n' <= n)%nat /\ sub (unmet own other Z' n') Z) ->
  related Z' n' own (add other r) own' (add other' y).
Proof.
  intros [R1 R2 R3 R4] F F' S N M My U K. constructor.
  - intros x X; autorewrite with bits; intros; apply R1; tauto.
  - intros x X; autorewrite with bits. intros [->|E]; [|apply (R2 x); auto].
    apply (U x); trivial. apply has_unmet; auto.
  - auto.
  - intros L I D. assert (D0 := R3 L I D).
    assert (Up : (size (N.land L other) <= size (N.land L (add other r)))%nat).
    { apply size_sub; intros x; autorewrite with bits; tauto. }
    destruct y as [c|]; simpl add.
    2: { destruct (R4 L I D) as [A|A]; [left; lia | right]. apply Nat.le_trans with (n + 2)%nat; [lia |].
         eapply Nat.le_trans; [exact A |]. apply size_sub; intros x; autorewrite with bits; intuition. }
    destruct My as [c1 [c2 c3]].
    destruct (has_dec L c) as [H|H].
    2: { replace (N.land L (N.setbit other' c)) with (N.land L other').
         2: { apply ext; intros x; autorewrite with bits. intuition congruence. }
         destruct (R4 L I D) as [A|A]; [left; lia | right]. apply Nat.le_trans with (n + 2)%nat; [lia |].
         eapply Nat.le_trans; [exact A |]. apply size_sub; intros x; autorewrite with bits.
         intros [[X1 X2] X3]; repeat split; auto. intros [->|]; tauto. }
    assert (One : (size (N.ldiff (N.ldiff L other') Z')
                   <= 1 + size (N.ldiff (N.ldiff L (N.setbit other' c)) Z'))%nat).
    { eapply Nat.le_trans; [|apply (size_add_le _ (Some c))]. apply size_sub.
      intros x; autorewrite with bits. destruct (N.eq_dec x c); [subst; auto |]. intuition congruence. }
    destruct (R4 L I D) as [A|A].
    + destruct (Nat.lt_ge_cases (size (N.land L other')) (size (N.land L other))) as [Lt|Ge].
      { left. eapply Nat.le_trans; [|exact Up]. replace (N.land L (N.setbit other' c)) with (N.setbit (N.land L other') c).
        - rewrite size_set; [lia |]. autorewrite with bits; tauto.
        - apply ext; intros x; autorewrite with bits. intuition congruence. }
      assert (Same : size (N.land L other') = size (N.land L other)) by lia.
      right. destruct (short own other Z' n' L) eqn:Sh.
      * exfalso. assert (Oc : has other c).
        { destruct (has_dec other c) as [|E]; trivial. elim (U c); trivial.
          apply has_unmet; right; exists L; auto. }
        destruct K as [[d [[= <-] Zc]]|[_ K]]; [apply F in Zc; unfold Hold.free in Zc; tauto |].
        assert (size (N.land L other') <= size (N.clearbit (N.land L other) c))%nat.
        { apply size_sub; intros x; autorewrite with bits. intros [X1 X2].
          repeat split; trivial; [intros ->; tauto |].
          destruct (has_dec other x) as [|E]; trivial. elim (R2 x); trivial. apply K.
          apply has_unmet; right; exists L; auto. }
        rewrite (size_clear (N.land L other) c) in Same; [lia |]. autorewrite with bits; auto.
      * unfold short in Sh. rewrite (proj2 (disjb_spec _ _) D0) in Sh. simpl in Sh.
        apply Nat.leb_gt in Sh.
        assert (E : N.land (N.ldiff L other') Z' = N.land (N.ldiff L other) Z').
        { apply ext; intros x; autorewrite with bits. split; intros [[X1 X2] X3]; repeat split; trivial.
          - intros X; destruct (F' x X3) as [_ [_ X4]]; apply X4; autorewrite with bits; auto.
          - apply R2; auto. }
        pose proof (size_split L other); pose proof (size_split L other').
        pose proof (size_split (N.ldiff L other) Z'); pose proof (size_split (N.ldiff L other') Z').
        rewrite E in *. lia.
    + right. destruct K as [[d [[= <-] Zc]]|[K _]].
      * apply Nat.le_trans with (n + 2)%nat; [lia |]. eapply Nat.le_trans; [exact A |].
        apply size_sub; intros x; autorewrite with bits. intros [[X1 X2] X3]; repeat split; auto.
        intros [->|]; tauto.
      * assert (size (N.ldiff (N.ldiff L other') Z) <= size (N.ldiff (N.ldiff L other') Z'))%nat; [|lia].
        apply size_sub; intros x; autorewrite with bits. intuition.
Qed.

(** A claim. An entry is a reply, or a pass, with the zone and the passes of its answer. *)
Definition right_entry (own other : N) (e : option N * (N * nat)) : Prop :=
  may own other (fst e) /\ Answers own (add other (fst e)) (fst (snd e)) (snd (snd e)).

Definition meets (own other y : N) (e : option N * (N * nat)) : Prop :=
  fst e = Some y \/ ~ has (unmet own other (fst (snd e)) (snd (snd e))) y.

Lemma zone_not_reply own other r Z n : Answers own (add other r) Z n -> in_zone Z own other /\
  forall c, r = Some c -> ~ has Z c.
Proof.
  intros [F _]. split.
  - intros c C. destruct (F c C) as [F1 [F2 F3]]. autorewrite with bits in F3. repeat split; tauto.
  - intros c -> C. destruct (F c C) as [F1 [F2 F3]]. autorewrite with bits in F3. tauto.
Qed.

(** A reply in the zone that an entry meets. *)
Lemma entry_wins own other Z n e own' other' y :
  right_entry own other e -> meets own other y e -> in_zone Z own other -> has Z y ->
  sub (fst (snd e)) Z -> (snd (snd e) <= n)%nat ->
  related Z n own other own' other' -> disj own' other' -> free own' other' y ->
  ~ done tl (N.setbit other' y) own' -> Answer own' (N.setbit other' y).
Proof.
  destruct e as [r [Z' n']]; unfold right_entry, meets; cbn [fst snd].
  intros [M A] E F Y S N R D Fy Q. destruct (zone_not_reply _ _ _ _ _ A) as [F0 F1].
  destruct E as [->|E].
  - apply A; [apply (disj_add_r own' other' (Some y)); trivial | | trivial].
    apply (related_reply Z n); auto.
  - apply A; [apply (disj_add_r own' other' (Some y)); trivial | | trivial].
    apply (related_met Z n Z' n' own other r own' other' (Some y)); trivial.
    + apply A.
    + congruence.
    + left; exists y; auto.
Qed.

Lemma wins_threat own other c es e Z n : quiet own other -> threat ol own other c ->
  right_entry own other e -> meets own other c e -> In e es ->
  in_zone Z own other -> has Z c ->
  (forall e, In e es -> sub (fst (snd e)) Z /\ (snd (snd e) <= n)%nat) -> Wins own other Z n.
Proof using ol_full.
  intros Q T E M I F C A. split; trivial. intros own' other' D R Q'.
  assert (K := related_quiet _ _ _ _ _ _ Q R). apply later; trivial. intros r Mr.
  assert (P : {r = Some c} + {r <> Some c}).
  { destruct r as [r|]; [destruct (N.eq_dec r c); [left | right]; congruence | right; congruence]. }
  destruct P as [->|P]; [|eapply threat_wins; eauto].
  destruct (A e I). eapply entry_wins; eauto. apply (K (Some c)); trivial.
Qed.

Lemma wins_free own other e1 es Z n : quiet own other ->
  (forall e, In e (e1 :: es) -> right_entry own other e /\ sub (fst (snd e)) Z /\ (snd (snd e) <= n)%nat) ->
  (forall y, free own other y -> exists e, In e (e1 :: es) /\ meets own other y e) ->
  in_zone Z own other -> sub (unmet own other (fst (snd e1)) (snd (snd e1))) Z ->
  (S (snd (snd e1)) <= n)%nat -> Wins own other Z n.
Proof.
  intros Q A M F S N. split; trivial. intros own' other' D R Q'.
  assert (K := related_quiet _ _ _ _ _ _ Q R). apply later; trivial. intros r Mr.
  assert (P : (exists y, r = Some y /\ has Z y) \/ (forall y, r = Some y -> ~ has Z y)).
  { destruct r as [y|]; [|right; congruence]. destruct (has_dec Z y); [left; eauto | right].
    intros z [= <-]; trivial. }
  destruct P as [[y [-> Y]]|P].
  - destruct (M y (F y Y)) as [e [I Me]]. destruct (A e I) as [E1 [E2 E3]].
    eapply entry_wins; eauto. apply (K (Some y)); trivial.
  - destruct (A e1 (or_introl eq_refl)) as [[E1 E2] [E3 E4]].
    destruct e1 as [r1 [Z1 n1]]; cbn [fst snd] in *.
    apply E2; [apply disj_add_r; trivial | | apply K; trivial].
    apply (related_met Z n Z1 n1 own other r1 own' other' r); trivial; [apply E2 | | auto].
    intros c C U. apply (P c C). auto.
Qed.

(** A position that is as good, with more cells blocked. *)
Lemma wins_from own other own1 other1 Z n :
  (forall c, has full c -> has own1 c -> ~ has other1 c -> has own c /\ ~ has other c) ->
  (forall L, In L tl -> disj L own -> disj L own1 /\ forall c, has L c -> has other c -> has other1 c) ->
  (forall c, has full c -> has own c \/ has other c -> has own1 c \/ has other1 c) ->
  Wins own1 other1 Z n -> Wins own other Z n.
Proof.
  intros A B C [F W]. split.
  { intros c H. destruct (F c H) as [F1 [F2 F3]]. specialize (C c F1). repeat split; tauto. }
  intros own' other' D R. apply W; trivial. destruct R as [R1 R2 R3 R4]. constructor.
  - intros c F' O1 O2. destruct (A c F' O1 O2); auto.
  - trivial.
  - intros L I O. apply (B L); auto.
  - intros L I O. destruct (R4 L I O) as [E|]; auto. left. eapply Nat.le_trans; [exact E |].
    apply size_sub; intros x; autorewrite with bits. intros [X1 X2]; split; trivial.
    apply (B L); auto.
Qed.

End Win.

Scheme Win_both := Minimality for Win Sort Prop
  with Answer_both := Minimality for Answer Sort Prop.

(** ** Renaming the cells *)

Section Renaming.
Variable full : N.
Variables f g : N -> N.
Hypothesis R : renames full f g.
Notation img := (img full f).
Variables ol tl : list N.
Hypothesis ol_full : forall L, In L ol -> sub L full.
Hypothesis tl_full : forall L, In L tl -> sub L full.
Hypothesis ol_back : forall L', In L' ol -> exists L, In L ol /\ img L L'.
Hypothesis tl_there : forall L, In L tl -> exists L', In L' tl /\ img L L'.
Hypothesis tl_back : forall L', In L' tl -> exists L, In L tl /\ img L L'.

Lemma img_size s s' : sub s full -> sub s' full -> img s s' -> size s = size s'.
Proof using R.
  remember (size s) as k eqn:E. revert s s' E; induction k as [|k IH]; intros s s' E S S' I.
  - symmetry in E. apply size_0 in E. subst s. symmetry. apply size_0, no_bits. intros c C.
    assert (F := S' c C). assert (G := g_full _ _ _ R c F). rewrite <- (f_g _ _ _ R c F) in C.
    apply (I _ G) in C. autorewrite with bits in C; trivial.
  - destruct (some_bit s) as [c C]; [intros ->; simpl in E; lia |].
    assert (F := S c C). assert (C' := proj1 (I c F) C).
    rewrite (size_clear _ _ C'). f_equal. apply (IH (N.clearbit s c)).
    + rewrite (size_clear _ _ C) in E; lia.
    + intros x; autorewrite with bits; intros []; auto.
    + intros x; autorewrite with bits; intros []; auto.
    + intros x X; autorewrite with bits. rewrite (I x X).
      assert (x <> c <-> f x <> f c); [|tauto]. split; intros H K; apply H; [|congruence].
      rewrite <- (g_f _ _ _ R x X), <- (g_f _ _ _ R c F); congruence.
Qed.

Lemma img_exists s : exists s', img s s' /\ sub s' full.
Proof using R.
  exists (of_list (map f (filter (fun c => N.testbit full c && N.testbit s c) (all_of full)))).
  split.
  - intros c F. rewrite has_of_list, in_map_iff. split.
    + intros C. exists c; split; trivial. apply filter_In; split; [apply in_all_of; trivial |].
      apply andb_true_iff; auto.
    + intros [x [E I]]. apply filter_In in I. rewrite andb_true_iff in I. destruct I as [_ [X Y]].
      rewrite <- (g_f _ _ _ R c F), <- E, (g_f _ _ _ R x X); trivial.
  - intros c; rewrite has_of_list, in_map_iff. intros [x [<- I]].
    apply filter_In in I; rewrite andb_true_iff in I. apply (f_full _ _ _ R). apply I.
Qed.

Lemma img_may own other own' other' r : img own own' -> img other other' -> may full own other r ->
  may full own' other' (option_map f r).
Proof using R.
  destruct r as [r|]; simpl; trivial. intros A B M. apply (img_free full f g R own other); trivial.
  apply M.
Qed.

Lemma img_add s s' r : (forall c, r = Some c -> has full c) -> img s s' ->
  img (add s r) (add s' (option_map f r)).
Proof using R. destruct r as [r|]; simpl; intros F I; trivial. apply (img_set full f g R); auto. Qed.

Lemma may_full own other r c : may full own other r -> r = Some c -> has full c.
Proof. intros M ->; apply M. Qed.

Lemma win_renamed own' other' : Win full ol tl own' other' ->
  forall own other, img own own' -> img other other' -> Win full ol tl own other.
Proof using R ol_full tl_full ol_back tl_there.
  apply (Win_both full ol tl
    (fun own' other' => forall own other, img own own' -> img other other' -> Win full ol tl own other)
    (fun own' other' => forall own other, img own own' -> img other other' -> Answer full ol tl own other));
    clear own' other'.
  - intros own' other' D Q own other A B. apply now; [eapply img_done; eauto |].
    intros D'; apply Q. eapply img_done_on; eauto.
  - intros own' other' Q K _ IH own other A B. apply later.
    + intros D; apply Q. eapply img_done_on; eauto.
    + intros r M D. apply (K (option_map f r)); [eapply img_may; eauto |].
      eapply img_done_on; [apply R | exact tl_full | | | | exact D]; eauto.
      apply img_add; trivial. intros c; eapply may_full; eauto.
    + intros r M. apply (IH (option_map f r)); [eapply img_may; eauto | trivial |].
      apply img_add; trivial. intros c; eapply may_full; eauto.
  - intros own' other' m M _ IH own other A B. destruct m as [m|]; simpl in *.
    + assert (F : has full m) by apply M. assert (G := g_full _ _ _ R m F).
      apply answer with (Some (g m)).
      * simpl. apply (img_free full f g R own other own' other' (g m)); trivial.
        rewrite (f_g _ _ _ R m F); trivial.
      * apply IH; trivial. pose proof (img_set full f g R own own' (g m) G A) as P.
        rewrite (f_g _ _ _ R m F) in P; exact P.
    + apply answer with None; simpl; auto.
Qed.

Lemma wins_renamed own other own1 other1 Z Z1 n :
  img own own1 -> img other other1 -> img Z Z1 -> sub Z full ->
  Wins full ol tl own1 other1 Z1 n -> Wins full ol tl own other Z n.
Proof using R ol_full tl_full ol_back tl_there tl_back.
  intros A B C S [F W]. split.
  { intros c H. apply (img_free full f g R own other own1 other1 c); auto. apply F, (C c); auto. }
  intros own' other' D Rel Q. destruct (img_exists own') as [o1 [P1 S1]].
  destruct (img_exists other') as [o2 [P2 S2]]. apply (win_renamed o1 o2); trivial. apply W.
  - intros c X Y. assert (G := S1 c X). assert (H := g_full _ _ _ R c G).
    apply (D (g c)); [apply (P1 _ H) | apply (P2 _ H)]; rewrite (f_g _ _ _ R c G); trivial.
  - assert (Back : forall L1, In L1 tl -> disj L1 o1 -> exists L, In L tl /\ img L L1 /\ disj L own').
    { intros L1 I D1. destruct (tl_back L1 I) as [L [J E]]. exists L; split; [|split]; trivial.
      apply (img_disj full f g R L own' L1 o1); auto. }
    destruct Rel as [R1 R2 R3 R4]. constructor.
    + intros c X Y O. assert (H := g_full _ _ _ R c X). assert (K := f_g _ _ _ R c X).
      rewrite <- K. apply (P1 _ H). apply R1; trivial.
      * apply (A _ H); rewrite K; trivial.
      * intros E; apply O. apply (B _ H) in E; rewrite K in E; trivial.
    + intros c X Y. assert (G := S2 c Y). assert (H := g_full _ _ _ R c G).
      apply (R2 (g c)); [apply (C _ H) | apply (P2 _ H)]; rewrite (f_g _ _ _ R c G); trivial.
    + intros L1 I D1. destruct (Back L1 I D1) as [L [J [E D']]].
      apply (img_disj full f g R L own L1 own1); auto.
    + intros L1 I D1. destruct (Back L1 I D1) as [L [J [E D']]].
      assert (Land : forall s s1, img s s1 -> size (N.land L s) = size (N.land L1 s1)).
      { intros s s1 M. apply img_size.
        - intros c; autorewrite with bits; intros []; apply (tl_full L J); trivial.
        - intros c; autorewrite with bits; intros []; apply (tl_full L1 I); trivial.
        - intros c X; autorewrite with bits. rewrite (E c X), (M c X); tauto. }
      assert (Ldiff : size (N.ldiff (N.ldiff L other') Z) = size (N.ldiff (N.ldiff L1 o2) Z1)).
      { apply img_size.
        - intros c; autorewrite with bits; intros [[]]; apply (tl_full L J); trivial.
        - intros c; autorewrite with bits; intros [[]]; apply (tl_full L1 I); trivial.
        - intros c X; autorewrite with bits. rewrite (E c X), (P2 c X), (C c X); tauto. }
      rewrite <- (Land _ _ P2), <- (Land _ _ B), <- Ldiff. auto.
  - intros D1; apply Q. eapply img_done; eauto.
Qed.
End Renaming.
