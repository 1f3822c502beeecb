(** * Holding: the attacker is to move and does not complete a line

    [own] and [other] are the stones of the defender and of the attacker; a cell of both is blocked.
    [ol] and [tl] are the lines of the two. The defender may pass, which is never of use to him. *)

From Coq Require Import List Bool NArith PeanoNat Lia.
From Noughts Require Import Bits.
Import ListNotations.
Local Open Scope N_scope.

(** Stones [s] complete one of the lines, which the stones [t] leave open. *)
Definition done (ls : list N) (s t : N) : Prop := exists L, In L ls /\ disj L t /\ sub L s.

Definition doneb (ls : list N) (s t : N) : bool := existsb (fun L => disjb L t && subb L s) ls.

Lemma doneb_spec ls s t : doneb ls s t = true <-> done ls s t.
Proof.
  unfold doneb, done; rewrite existsb_exists; split; intros [L H]; exists L;
    rewrite andb_true_iff, disjb_spec, subb_spec in *; tauto.
Qed.

Lemma done_dec ls s t : {done ls s t} + {~ done ls s t}.
Proof. destruct (doneb ls s t) eqn:E; [left | right]; rewrite <- doneb_spec; congruence. Qed.

Lemma done_more ls s t s' t' :
  done ls s t -> (forall c, has s c -> has s' c) -> (forall c, has t' c -> has t c) -> done ls s' t'.
Proof.
  intros [L [I [D S]]] A B; exists L; repeat split; trivial.
  - intros c H K; apply (D c); auto.
  - intros c H; auto.
Qed.

Section Hold.
Variable full : N.
Variables ol tl : list N.

Definition free (own other c : N) : Prop := has full c /\ ~ has own c /\ ~ has other c.
Definition may (own other : N) (r : option N) : Prop :=
  match r with None => True | Some c => free own other c end.

Lemma free_dec own other c : {free own other c} + {~ free own other c}.
Proof.
  unfold free; destruct (has_dec full c), (has_dec own c), (has_dec other c); tauto.
Qed.

Lemma any_free own other : {c | free own other c} + {forall c, ~ free own other c}.
Proof.
  destruct (N.eq_dec (N.ldiff full (N.lor own other)) 0) as [E|E].
  - right; intros c [A [B C]]. apply (proj2 (no_bits _)) with (c := c) in E.
    autorewrite with bits in E; tauto.
  - left. exists (low (N.ldiff full (N.lor own other))). pose proof (low_has _ E) as H.
    autorewrite with bits in H; unfold free; tauto.
Qed.

(** The attacker does not complete a line with his next [n] moves. If [must] is set, the defender
    passes on a full board only. *)
Fixpoint Hold (must : bool) (n : nat) (own other : N) : Prop :=
  done ol own other \/
  (~ done tl other own /\
   match n with
   | 0%nat => True
   | S n => forall m, free own other m ->
       ~ done tl (N.setbit other m) own /\
       exists r, may own (N.setbit other m) r /\
         (must = true -> r = None -> forall c, ~ free own (N.setbit other m) c) /\
         Hold must n (add own r) (N.setbit other m)
   end).

Definition Holds (own other : N) : Prop := forall n, Hold false n own other.

Lemma hold_fewer must n : forall own other, Hold must (S n) own other -> Hold must n own other.
Proof.
  induction n as [|n IH]; intros own other H.
  - destruct H as [H|[H _]]; [left | right]; auto.
  - destruct H as [H|[H K]]; [left; trivial | right; split; trivial].
    intros m F. destruct (K m F) as [A [r [B [C D]]]]. split; trivial.
    exists r; repeat split; trivial. apply IH; trivial.
Qed.

(** ** Simulation

    If the defender holds [p], he holds [q], if each line that is open to the attacker in [q] is open to
    him in [p] and lacks no less there, or contains both cells of a pair of free cells; and the defender's
    open lines of [p] are open in [q], with his stones on them. [f] is the other cell of a pair. Nobody
    can move to a pair in [p]. *)

Variable f : N -> option N.
Hypothesis f_back : forall x y, f x = Some y -> f y = Some x /\ x <> y.

Record follows (own other own' other' : N) : Prop := {
  attack : forall L, In L tl -> disj L own' ->
    (disj L own /\ forall c, has L c -> has other' c -> has other c) \/
    exists x y, f x = Some y /\ has L x /\ has L y /\ free own' other' x /\ free own' other' y;
  defence : forall L, In L ol -> disj L other ->
    disj L other' /\ forall c, has L c -> has own c -> has own' c;
  paired : forall x y, f x = Some y -> has own x
}.

Lemma hold_follows must n : forall own other own' other',
  Hold false n own other -> follows own other own' other' -> Hold must n own' other'.
Proof using f f_back.
  induction n as [|n IH]; intros own other own' other' H R.
  - destruct R as [Ra Rd Rp]. destruct H as [[L [I [D S]]]|[H _]].
    + left. destruct (Rd _ I D) as [D' S']. exists L; repeat split; trivial. intros c C; auto.
    + right; split; trivial. intros [L [I [D S]]]. destruct (Ra _ I D) as [[A B]|[x [y [F [X [Y [Fx _]]]]]]].
      * apply H; exists L; repeat split; trivial. intros c C; auto.
      * destruct Fx as [_ [_ Fx]]; auto.
  - assert (R0 := R). destruct R as [Ra Rd Rp].
    pose proof (hold_fewer _ _ _ _ H) as Hn. destruct H as [[L [I [D S]]]|[H K]].
    { left. destruct (Rd _ I D) as [D' S']. exists L; repeat split; trivial. intros c C; auto. }
    right; split.
    { intros [L [I [D S]]]. destruct (Ra _ I D) as [[A B]|[x [y [F [X [Y [Fx _]]]]]]].
      - apply H; exists L; repeat split; trivial. intros c C; auto.
      - destruct Fx as [_ [_ Fx]]; auto. }
    intros m Fm. assert (Fm' := Fm). destruct Fm as [m1 [m2 m3]]. split.
    { intros [L [I [D S]]]. destruct (Ra _ I D) as [[A B]|[x [y [F [X [Y [Fx Fy]]]]]]].
      - assert (forall c, has L c -> has other c \/ c = m).
        { intros c C. specialize (S c C); autorewrite with bits in S. destruct S; auto. }
        destruct (free_dec own other m) as [G|G].
        + destruct (K m G) as [K1 _]. apply K1. exists L; repeat split; trivial.
          intros c C; autorewrite with bits. destruct (H0 c C); auto.
        + apply H. exists L; repeat split; trivial. intros c C. destruct (H0 c C) as [ | -> ]; trivial.
          destruct (has_dec other m); trivial. elim G; repeat split; trivial.
          intros O; apply (A m); trivial.
      - pose proof (S x X) as Sx; pose proof (S y Y) as Sy; autorewrite with bits in Sx, Sy.
        destruct (f_back _ _ F) as [_ N]. destruct Fx as [_ [_ Fx]], Fy as [_ [_ Fy]].
        destruct Sx, Sy; congruence. }
    assert (Pair : (exists y, f m = Some y /\ free own' other' y) \/
                   (forall y, f m = Some y -> ~ free own' other' y)).
    { destruct (f m) as [y|]; [| right; congruence].
      destruct (free_dec own' other' y); [left; eauto | right]. intros z Z; congruence. }
    destruct Pair as [[y [F Fy]]|NP].
    { (* the other cell of a pair *)
      destruct (f_back _ _ F) as [Fb N]. assert (Om : has own m) by eauto.
      exists (Some y). split; [|split; [congruence |]].
      - destruct Fy as [y1 [y2 y3]]. repeat split; trivial. autorewrite with bits. intuition congruence.
      - simpl add. apply IH with own other; trivial. constructor.
        + intros L I D. assert (Ly : ~ has L y).
          { intros Y; apply (D y Y); autorewrite with bits; auto. }
          assert (D' : disj L own').
          { intros c C C'; apply (D c C); autorewrite with bits; auto. }
          destruct (Ra L I D') as [[A B]|[u [v [G [U [V [[u1 [u2 u3]] [v1 [v2 v3]]]]]]]]].
          * left; split; trivial. intros c C; autorewrite with bits. intros [->|]; auto.
            elim (A m); trivial.
          * destruct (f_back _ _ G) as [Gb _]. right; exists u, v. repeat split; trivial;
              autorewrite with bits; intros [->|]; intuition congruence.
        + intros L I D. destruct (Rd L I D) as [A B]. split.
          * intros c C; autorewrite with bits. intros [->|E]; [|eapply A; eauto]. auto.
          * intros c C; autorewrite with bits; auto.
        + eauto. }
    destruct (free_dec own other m) as [Fp|Fp].
    + (* the attacker's move is one in [p] as well *)
      destruct (K m Fp) as [_ [r [Mr [_ Hr]]]].
      assert (Nm : forall y, f m <> Some y).
      { intros y E; destruct Fp as [_ [Fp _]]; eauto. }
      assert (Nm' : forall y, f y <> Some m).
      { intros y E; destruct (f_back _ _ E) as [E' _]; apply (Nm _ E'). }
      assert (Case : (exists c, r = Some c /\ free own' (N.setbit other' m) c) \/
                     (forall c, r = Some c -> ~ free own' (N.setbit other' m) c)).
      { destruct r as [c|]; [| right; congruence].
        destruct (free_dec own' (N.setbit other' m) c); [left; eauto | right].
        intros d E; congruence. }
      destruct Case as [[c [-> Fc]]|Case].
      * exists (Some c). split; [trivial |]. split; [congruence |].
        apply IH with (add own (Some c)) (N.setbit other m); trivial. simpl add. constructor.
        -- intros L I D. assert (Lc : ~ has L c).
           { intros Y; apply (D c Y); autorewrite with bits; auto. }
           assert (D' : disj L own').
           { intros d C C'; apply (D d C); autorewrite with bits; auto. }
           destruct (Ra L I D') as [[A B]|[u [v [G [U [V [[u1 [u2 u3]] [v1 [v2 v3]]]]]]]]].
           ++ left; split.
              ** intros d C; autorewrite with bits. intros [->|E]; [auto | eapply A; eauto].
              ** intros d C; autorewrite with bits. intros [->|]; auto.
           ++ right; exists u, v. repeat split; trivial; autorewrite with bits;
                intros [->|]; try tauto; try (eapply Nm; eauto; fail); eapply Nm'; eauto.
        -- intros L I D. assert (D' : disj L other /\ ~ has L m).
           { split; [intros d C C'; apply (D d C) | intros C; apply (D m C)]; autorewrite with bits; auto. }
           destruct D' as [D' Lm]. destruct (Rd L I D') as [A B]. split.
           ++ intros d C; autorewrite with bits. intros [->|E]; [auto | eapply A; eauto].
           ++ intros d C; autorewrite with bits. intros [->|]; auto.
        -- intros x y E; autorewrite with bits; eauto.
      * assert (Rest : forall e, follows (add own r) (N.setbit other m) (add own' e) (N.setbit other' m)).
        { intros e. constructor.
          - intros L I D. assert (Le : forall c, e = Some c -> ~ has L c).
            { intros c -> Y; apply (D c Y); autorewrite with bits; auto. }
            assert (D' : disj L own').
            { intros d C C'; apply (D d C); autorewrite with bits; auto. }
            destruct (Ra L I D') as [[A B]|[u [v [G [U [V [[u1 [u2 u3]] [v1 [v2 v3]]]]]]]]].
            + left; split.
              * intros d C; autorewrite with bits. intros [->|E]; [|eapply A; eauto].
                simpl in Mr. destruct Mr as [r1 [r2 r3]]; autorewrite with bits in r3.
                apply (Case d); trivial. repeat split; trivial; autorewrite with bits.
                -- intros E; apply (D' d C E).
                -- intros [->|E]; [tauto|]. apply B in E; tauto.
              * intros d C; autorewrite with bits. intros [->|]; auto.
            + right; exists u, v. repeat split; trivial; autorewrite with bits.
              * intros [->|]; [eapply Le; eauto | tauto].
              * intros [->|]; [eapply Nm; eauto | tauto].
              * intros [->|]; [eapply Le; eauto | tauto].
              * intros [->|]; [eapply Nm'; eauto | tauto].
          - intros L I D. assert (D' : disj L other /\ ~ has L m).
            { split; [intros d C C'; apply (D d C) | intros C; apply (D m C)]; autorewrite with bits; auto. }
            destruct D' as [D' Lm]. destruct (Rd L I D') as [A B]. split.
            + intros d C; autorewrite with bits. intros [->|E]; [auto | eapply A; eauto].
            + intros d C; autorewrite with bits. intros [->|]; auto. right.
              simpl in Mr. destruct Mr as [r1 [r2 r3]]; autorewrite with bits in r3.
              destruct (has_dec own' d); trivial. exfalso. apply (Case d); trivial.
              repeat split; trivial; autorewrite with bits. intros [->|E]; [tauto|]. apply (A d C E).
          - intros x y E; autorewrite with bits; right; eauto. }
        destruct (any_free own' (N.setbit other' m)) as [[e Fe]|None'].
        -- exists (Some e). repeat split; try apply Fe; [congruence |]. eapply IH; eauto.
        -- exists None. repeat split; trivial. apply (IH _ _ own' (N.setbit other' m) Hr (Rest None)).
    + (* in [p] nothing changes *)
      assert (Rest : forall e, follows own other (add own' e) (N.setbit other' m)).
      { intros e. constructor; trivial.
        - intros L I D. assert (Le : forall c, e = Some c -> ~ has L c).
          { intros c -> Y; apply (D c Y); autorewrite with bits; auto. }
          assert (D' : disj L own').
          { intros d C C'; apply (D d C); autorewrite with bits; auto. }
          destruct (Ra L I D') as [[A B]|[u [v [G [U [V [u1 v1]]]]]]].
          + left; split; trivial. intros d C; autorewrite with bits. intros [->|]; auto.
            destruct (has_dec other m); trivial. elim Fp; repeat split; trivial.
            intros E; apply (A m C E).
          + destruct (f_back _ _ G) as [Gb _].
            assert (u <> m) by (intros ->; eapply NP; eauto).
            assert (v <> m) by (intros ->; eapply NP; eauto).
            destruct u1 as [u1 [u2 u3]], v1 as [v1 [v2 v3]].
            right; exists u, v. repeat split; trivial; autorewrite with bits;
              intros [E|]; try congruence; try (eapply Le; eauto; fail); tauto.
        - intros L I D. destruct (Rd L I D) as [A B]. split.
          + intros d C; autorewrite with bits. intros [->|E]; [|eapply A; eauto].
            destruct (has_dec own m) as [E|E]; [auto |].
            apply Fp; repeat split; trivial. intros E'; apply (D m C E').
          + intros d C; autorewrite with bits; auto. }
      destruct (any_free own' (N.setbit other' m)) as [[e Fe]|None'].
      * exists (Some e). repeat split; try apply Fe; [congruence |]. eapply IH; eauto.
      * exists None. repeat split; trivial. apply (IH own other own' (N.setbit other' m) Hn (Rest None)).
Qed.
End Hold.
