(** * The rules by which claims that the attacker does not win are settled *)

From Coq Require Import List Bool NArith PeanoNat Lia.
From Noughts Require Import Bits Hold.
Import ListNotations.
Local Open Scope N_scope.

(** The other cell of a pair. *)
Fixpoint partner (pairs : list (N * N)) (c : N) : option N :=
  match pairs with
  | [] => None
  | (x, y) :: rest => if c =? x then Some y else if c =? y then Some x else partner rest c
  end.

Definition members (pairs : list (N * N)) : list N := flat_map (fun p => [fst p; snd p]) pairs.

Lemma partner_in pairs c d : partner pairs c = Some d -> In c (members pairs) /\ In d (members pairs).
Proof.
  induction pairs as [|[x y] pairs IH]; simpl; [congruence |].
  destruct (N.eqb_spec c x); [intros [= <-]; auto |].
  destruct (N.eqb_spec c y); [intros [= <-]; auto |]. intros H; apply IH in H; tauto.
Qed.

Lemma partner_back pairs : NoDup (members pairs) -> forall x y, partner pairs x = Some y ->
  partner pairs y = Some x /\ x <> y.
Proof.
  induction pairs as [|[a b] pairs IH]; simpl; [congruence |]. intros D x y H.
  inversion D as [|? ? A D']; subst. inversion D' as [|? ? B D'']; subst. simpl in A.
  destruct (N.eqb_spec x a) as [->|]; [injection H as <- |].
  - destruct (N.eqb_spec b a) as [->|]; [tauto |]. rewrite N.eqb_refl; auto.
  - destruct (N.eqb_spec x b) as [->|]; [injection H as <-; rewrite N.eqb_refl; auto |].
    destruct (partner_in _ _ _ H). destruct (N.eqb_spec y a) as [->|]; [tauto |].
    destruct (N.eqb_spec y b) as [->|]; [tauto |]. auto.
Qed.

Lemma partner_of pairs x y : NoDup (members pairs) -> In (x, y) pairs -> partner pairs x = Some y.
Proof.
  induction pairs as [|[a b] pairs IH]; simpl; [tauto |]. intros D H.
  inversion D as [|? ? A D']; subst. inversion D' as [|? ? B D'']; subst. simpl in A.
  destruct H as [[= -> ->]|H]; [rewrite N.eqb_refl; trivial |].
  assert (In x (members pairs)). { apply in_flat_map; exists (x, y); simpl; auto. }
  destruct (N.eqb_spec x a) as [->|]; [tauto |]. destruct (N.eqb_spec x b) as [->|]; tauto.
Qed.

Lemma greatest {A} (f : A -> N) l : l <> [] -> exists x, In x l /\ forall y, In y l -> f y <= f x.
Proof.
  induction l as [|a l IH]; [congruence |]; intros _. destruct l as [|b l].
  - exists a; simpl; split; auto. intros y [->|[]]; lia.
  - destruct IH as [x [I G]]; [congruence |]. destruct (N.le_ge_cases (f x) (f a)).
    + exists a; split; [simpl; auto |]. intros y [<-|J]; [lia |]. specialize (G _ J); lia.
    + exists x; split; [simpl; auto |]. intros y [<-|J]; auto.
Qed.

Definition all_of (full : N) : list N := map N.of_nat (seq 0 (S (N.to_nat (N.log2 full)))).

Lemma in_all_of full c : has full c -> In c (all_of full).
Proof.
  intros H. apply in_map_iff; exists (N.to_nat c); split; [apply N2Nat.id |].
  apply in_seq; split; [lia |]. destruct (N.le_gt_cases c (N.log2 full)) as [|G]; [lia |].
  apply N.bits_above_log2 in G; unfold has in H; congruence.
Qed.

(** ** Weights (Erdos and Selfridge), in units of 2^-64 *)

Definition weight (own other L : N) : N :=
  if disjb L own then N.shiftl 1 (N.of_nat (64 - size (N.ldiff L other))) else 0.

Definition sum {A} (f : A -> N) (l : list A) : N := fold_right (fun x s => f x + s) 0 l.

Lemma sum_le {A} (f h : A -> N) l : (forall x, In x l -> f x <= h x) -> sum f l <= sum h l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lia |].
  specialize (IH (fun x I => H x (or_intror I))). specialize (H a (or_introl eq_refl)); lia.
Qed.

Lemma sum_add {A} (f h : A -> N) l : sum (fun x => f x + h x) l = sum f l + sum h l.
Proof. unfold sum; induction l; cbn -[N.mul N.add]; lia. Qed.

Lemma sum_in {A} (f : A -> N) l x : In x l -> f x <= sum f l.
Proof. induction l as [|a l IH]; simpl; [tauto |]; intros [->|I]; [lia |]. apply IH in I; lia. Qed.

Lemma sum_twice {A} (f : A -> N) l : sum (fun x => 2 * f x) l = 2 * sum f l.
Proof. unfold sum; induction l; cbn -[N.mul N.add]; lia. Qed.

Definition heaviest : N := N.shiftl 1 64.

Lemma weight_done own other L : disj L own -> sub L other -> weight own other L = heaviest.
Proof.
  intros D S. unfold weight. rewrite (proj2 (disjb_spec _ _) D).
  replace (N.ldiff L other) with 0; [reflexivity |]. symmetry; apply no_bits.
  intros c; autorewrite with bits; intros [A B]; auto.
Qed.

Lemma weight_move own other L m : weight own (N.setbit other m) L <= 2 * weight own other L.
Proof.
  unfold weight; destruct (disjb L own); [|lia]. rewrite !N.shiftl_1_l.
  rewrite <- N.pow_succ_r by lia. apply N.pow_le_mono_r; [lia |].
  assert (size (N.ldiff L other) <= S (size (N.ldiff L (N.setbit other m))))%nat; [|lia].
  eapply Nat.le_trans; [|apply (size_add_le _ (Some m))]. apply size_sub.
  intros c; autorewrite with bits. destruct (N.eq_dec c m); subst; intuition congruence.
Qed.

Lemma weight_same own other L m : ~ has L m -> weight own (N.setbit other m) L = weight own other L.
Proof.
  intros H; unfold weight. replace (N.ldiff L (N.setbit other m)) with (N.ldiff L other); trivial.
  apply ext; intros c; autorewrite with bits. intuition congruence.
Qed.

Definition through (own other c L : N) : N := if N.testbit L c then weight own other L else 0.

Lemma weight_both own other L r m :
  weight (N.setbit own r) (N.setbit other m) L + through own other r L
  <= weight own other L + through own other m L.
Proof.
  unfold through. destruct (N.testbit L r) eqn:R.
  - unfold weight at 1. replace (disjb L (N.setbit own r)) with false; [cbv iota; destruct (N.testbit L m); lia |].
    symmetry; apply not_true_is_false; rewrite disjb_spec; intros D.
    apply (D r); trivial; autorewrite with bits; auto.
  - assert (W : weight (N.setbit own r) (N.setbit other m) L <= weight own (N.setbit other m) L).
    { unfold weight. destruct (disjb L own) eqn:E; [destruct (disjb L (N.setbit own r)); lia |].
      replace (disjb L (N.setbit own r)) with false; [cbv iota; lia |].
      symmetry; apply not_true_is_false; rewrite disjb_spec; intros D.
      apply not_true_iff_false in E; apply E; apply disjb_spec. intros c A B; apply (D c A).
      autorewrite with bits; auto. }
    destruct (N.testbit L m) eqn:M.
    + pose proof (weight_move own other L m); lia.
    + rewrite (weight_same own other L m) in W; [lia |]. unfold has; congruence.
Qed.

Section Rules.
Variable full : N.
Variables ol tl : list N.
Hypothesis ol_full : forall L, In L ol -> sub L full.
Hypothesis tl_full : forall L, In L tl -> sub L full.
Hypothesis tl_some : forall L, In L tl -> exists c, has L c.
Notation Hold := (Hold full ol tl false).
Notation Holds := (Holds full ol tl).
Notation free := (free full).
Notation may := (may full).

Lemma holds_from own other own' other' :
  Holds own other ->
  (forall L, In L tl -> disj L own' -> disj L own /\ forall c, has L c -> has other' c -> has other c) ->
  (forall L, In L ol -> disj L other -> disj L other' /\ forall c, has L c -> has own c -> has own' c) ->
  Holds own' other'.
Proof.
  intros H A D n. apply hold_follows with (f := fun _ => None) (own := own) (other := other).
  - congruence.
  - apply H.
  - constructor; auto. congruence.
Qed.

(** Pairs. *)
Lemma holds_paired pairs own other :
  NoDup (members pairs) -> (forall c, In c (members pairs) -> free own other c) ->
  (forall L, In L tl -> disj L own -> exists x y, In (x, y) pairs /\ has L x /\ has L y) ->
  Holds own other.
Proof using ol_full tl_some tl_full.
  intros D F P n.
  apply hold_follows with (f := partner pairs) (own := full) (other := full).
  - apply partner_back; trivial.
  - assert (~ done tl full full).
    { intros [L [I [A B]]]. destruct (tl_some _ I) as [c C]. apply (A c C). auto. }
    destruct n; right; split; trivial. intros m [M1 [M2 _]]; tauto.
  - constructor.
    + intros L I O. right. destruct (P L I O) as [x [y [J [X Y]]]]. exists x, y.
      split; [apply partner_of; trivial |]. repeat split; trivial; apply F; apply in_flat_map;
        exists (x, y); simpl; auto.
    + intros L I O. assert (N : forall c, ~ has L c).
      { intros c C; apply (O c C); apply (ol_full L I c C). }
      split; intros c C; elim (N c C).
    + intros x y E. apply partner_in in E. apply F; tauto.
Qed.

(** A claim: no line can be completed at once, and each move is met. *)
Definition quiet (own other : N) : Prop :=
  forall L, In L tl -> disj L own -> many (N.ldiff L other) = true.

Lemma quiet_not_done own other : quiet own other -> ~ done tl other own.
Proof.
  intros Q [L [I [D S]]]. specialize (Q L I D). replace (N.ldiff L other) with 0 in Q; [easy |].
  symmetry; apply no_bits; intros c; autorewrite with bits; intros [A B]; auto.
Qed.

Lemma quiet_next own other m : quiet own other -> ~ done tl (N.setbit other m) own.
Proof.
  intros Q [L [I [D S]]]. specialize (Q L I D). apply many_two in Q.
  destruct Q as [x [y [N [X Y]]]]. autorewrite with bits in X, Y.
  destruct X as [X X'], Y as [Y Y']. apply S in X; apply S in Y. autorewrite with bits in X, Y.
  destruct X, Y; congruence.
Qed.

Lemma holds_claim own other :
  quiet own other ->
  (forall m, free own other m -> exists r, may own (N.setbit other m) r /\
     Holds (add own r) (N.setbit other m)) ->
  Holds own other.
Proof.
  intros Q H n. destruct n; right; (split; [apply quiet_not_done; trivial |]); trivial.
  intros m F; split; [apply quiet_next; trivial |]. destruct (H m F) as [r [A B]].
  exists r; repeat split; auto. congruence.
Qed.

Lemma holds_done own other : done ol own other -> Holds own other.
Proof. intros H n; destruct n; left; trivial. Qed.

(** [own] completes a line at [c] at his next move. *)
Definition threat (ls : list N) (own other c : N) : Prop :=
  exists L, In L ls /\ disj L other /\ has L c /\ ~ has own c /\ forall x, has L x -> has own x \/ x = c.

Lemma threat_done ls own other c m :
  threat ls own other c -> m <> c -> ~ has own m -> done ls (N.setbit own c) (N.setbit other m).
Proof.
  intros [L [I [D [C [O S]]]]] N M. exists L; repeat split; trivial.
  - intros x X; autorewrite with bits; intros [->|Y]; [|eapply D; eauto].
    destruct (S m X); congruence.
  - intros x X; autorewrite with bits. destruct (S x X); auto.
Qed.

Lemma threat_met own other c m :
  threat ol own other c -> free own other m -> m <> c ->
  exists r, may own (N.setbit other m) r /\ Holds (add own r) (N.setbit other m).
Proof using ol_full.
  intros T [F1 [F2 F3]] N. exists (Some c). assert (T' := T).
  destruct T' as [L [I [D [C [O S]]]]]. split.
  - repeat split; trivial; [apply (ol_full L I); trivial |].
    autorewrite with bits. intros [->|E]; [congruence | eapply D; eauto].
  - apply holds_done. apply threat_done; trivial.
Qed.

Lemma holds_two own other c d :
  quiet own other -> threat ol own other c -> threat ol own other d -> c <> d -> Holds own other.
Proof using ol_full.
  intros Q C D N. apply holds_claim; trivial. intros m F.
  destruct (N.eq_dec m c) as [->|]; [eapply (threat_met _ _ d) | eapply (threat_met _ _ c)]; eauto.
Qed.

(** Weights. *)
Lemma light_not_done own other : sum (weight own other) tl < heaviest -> ~ done tl other own.
Proof.
  intros W [L [I [D S]]]. pose proof (sum_in (weight own other) tl L I).
  rewrite weight_done in *; trivial; lia.
Qed.

Lemma hold_light n : forall own other,
  ~ done tl other own ->
  (forall m, free own other m -> sum (weight own (N.setbit other m)) tl < heaviest) ->
  Hold n own other.
Proof using tl.
  induction n as [|n IH]; intros own other Q W; right; split; trivial.
  intros m F. specialize (W m F). split; [apply light_not_done; trivial |].
  set (other' := N.setbit other m) in *.
  set (l := filter (fun c => if free_dec full own other' c then true else false) (all_of full)).
  assert (In_l : forall c, In c l <-> free own other' c).
  { intros c; unfold l; rewrite filter_In. destruct (free_dec full own other' c) as [f|f].
    - split; [trivial |]. intros _; split; trivial. apply in_all_of; apply f.
    - intuition congruence. }
  destruct l as [|a l'] eqn:E.
  - exists None. repeat split; trivial; [congruence |]. apply IH.
    + apply light_not_done; trivial.
    + intros c C. apply In_l in C; destruct C.
  - destruct (greatest (fun c => sum (through own other' c) tl) (a :: l')) as [r [I G]]; [congruence |].
    exists (Some r). apply In_l in I. repeat split; try apply I; [congruence |]. simpl add.
    assert (W' : forall c, sum (weight (N.setbit own r) (N.setbit other' c)) tl
                           + sum (through own other' r) tl
                           <= sum (weight own other') tl + sum (through own other' c) tl).
    { intros c. rewrite <- !sum_add. apply sum_le; intros L _; apply weight_both. }
    apply IH.
    + intros D. apply (light_not_done own other'); trivial. destruct D as [L [J [D S]]].
      exists L; repeat split; trivial. intros c A B; apply (D c A); autorewrite with bits; auto.
    + intros c [C1 [C2 C3]]. specialize (W' c). assert (free own other' c) as C.
      { repeat split; trivial. intros C; apply C2; autorewrite with bits; auto. }
      apply In_l in C. specialize (G c C). cbn beta in G. lia.
Qed.

Lemma holds_light own other : sum (weight own other) tl < N.shiftl 1 63 -> Holds own other.
Proof using tl.
  intros W n. assert (H : heaviest = 2 * N.shiftl 1 63) by reflexivity. apply hold_light.
  - apply light_not_done; lia.
  - intros m _. rewrite H. apply N.le_lt_trans with (2 * sum (weight own other) tl); [|lia].
    rewrite <- sum_twice. apply sum_le; intros L _; apply weight_move.
Qed.

(** Twins: the cells of [t] are two at least, and each line that is open to the attacker holds all that
    are free, or none. The defender, who has no lines of his own, may be given all of them. *)
Lemma holds_twins own other t :
  ol = [] -> many t = true -> disj t other ->
  (forall L, In L tl -> disj L own -> sub t L \/ disj t L) ->
  Holds (N.lor own t) other -> Holds own other.
Proof using tl_full.
  intros O M D S H n. destruct (many_two _ M) as [x [y [N [X Y]]]].
  assert (B : NoDup (members [(x, y)])).
  { simpl. repeat constructor; simpl; intuition congruence. }
  apply hold_follows with (f := partner [(x, y)]) (own := N.lor own t) (other := other).
  - apply partner_back; trivial.
  - apply H.
  - constructor.
    + intros L I DL. destruct (S L I DL) as [T|T].
      * right; exists x, y. split; [apply partner_of; simpl; auto |].
        assert (forall c, has t c -> free own other c).
        { intros c C; repeat split; [apply (tl_full L I); auto | |]; intros E;
            [apply (DL c) | apply (D c)]; auto. }
        auto.
      * left; split; auto. intros c C; autorewrite with bits; intros [E|E]; [apply (DL c) | apply (T c)]; auto.
    + rewrite O; intros L [].
    + intros u v E. apply partner_in in E. simpl in E. autorewrite with bits.
      destruct E as [[<-|[<-|[]]] _]; auto.
Qed.

End Rules.

(** ** Renaming the cells *)

Definition img (full : N) (f : N -> N) (s s' : N) : Prop := forall c, has full c -> (has s c <-> has s' (f c)).

Record renames (full : N) (f g : N -> N) : Prop := {
  f_full : forall c, has full c -> has full (f c);
  g_full : forall c, has full c -> has full (g c);
  g_f : forall c, has full c -> g (f c) = c;
  f_g : forall c, has full c -> f (g c) = c
}.

Section Renaming.
Variable full : N.
Variables f g : N -> N.
Hypothesis R : renames full f g.
Notation img := (img full f).

Lemma img_set s s' m : has full m -> img s s' -> img (N.setbit s m) (N.setbit s' (f m)).
Proof using R.
  intros M I c C. autorewrite with bits. rewrite (I c C).
  assert (c = m <-> f c = f m); [|tauto]. split; [congruence |]. intros E.
  rewrite <- (g_f _ _ _ R c C), <- (g_f _ _ _ R m M); congruence.
Qed.

Lemma img_disj L s L' s' : sub L full -> sub L' full -> img L L' -> img s s' -> (disj L s <-> disj L' s').
Proof using R.
  intros S S' A B; split; intros D c C E.
  - assert (F := S' c C). assert (G := g_full _ _ _ R c F).
    apply (D (g c)); [apply (A _ G) | apply (B _ G)]; rewrite (f_g _ _ _ R c F); trivial.
  - assert (F := S c C). apply (D (f c)); [apply A | apply B]; auto.
Qed.

Lemma img_sub L s L' s' : sub L full -> sub L' full -> img L L' -> img s s' -> (sub L s <-> sub L' s').
Proof using R.
  intros S S' A B; split; intros D c C.
  - assert (F := S' c C). assert (G := g_full _ _ _ R c F).
    assert (E : has s (g c)). { apply D, (A _ G). rewrite (f_g _ _ _ R c F); trivial. }
    apply (B _ G) in E. rewrite (f_g _ _ _ R c F) in E; trivial.
  - assert (F := S c C). apply (B c F). apply D. apply (A c F); trivial.
Qed.

Lemma img_done ls s t s' t' :
  (forall L, In L ls -> sub L full) -> (forall L', In L' ls -> exists L, In L ls /\ img L L') ->
  img s s' -> img t t' -> done ls s' t' -> done ls s t.
Proof using R.
  intros F B S T [L' [I [D E]]]. destruct (B L' I) as [L [J M]]. exists L; split; trivial.
  split; [apply (img_disj L t L' t') | apply (img_sub L s L' s')]; auto.
Qed.

Lemma img_done_on ls s t s' t' :
  (forall L, In L ls -> sub L full) -> (forall L, In L ls -> exists L', In L' ls /\ img L L') ->
  img s s' -> img t t' -> done ls s t -> done ls s' t'.
Proof using R.
  intros F B S T [L [I [D E]]]. destruct (B L I) as [L' [J M]]. exists L'; split; trivial.
  split; [apply (img_disj L t L' t') | apply (img_sub L s L' s')]; auto.
Qed.

Lemma img_free own other own' other' m :
  img own own' -> img other other' -> has full m -> (free full own other m <-> free full own' other' (f m)).
Proof using R.
  intros A B M. unfold free. rewrite (A m M), (B m M). pose proof (f_full _ _ _ R m M). tauto.
Qed.

Lemma hold_renamed ol tl n :
  (forall L, In L ol -> sub L full) -> (forall L, In L tl -> sub L full) ->
  (forall L', In L' ol -> exists L, In L ol /\ img L L') ->
  (forall L, In L tl -> exists L', In L' tl /\ img L L') ->
  forall own other own' other', img own own' -> img other other' ->
  Hold full ol tl false n own' other' -> Hold full ol tl false n own other.
Proof using R.
  intros FO FT O T. induction n as [|n IH]; intros own other own' other' A B H.
  - destruct H as [H|[H _]]; [left; eapply img_done; eauto | right; split; trivial].
    intros D; apply H; eapply img_done_on; eauto.
  - destruct H as [H|[H K]]; [left; eapply img_done; eauto | right; split].
    { intros D; apply H; eapply img_done_on; eauto. }
    intros m F. assert (M : has full m) by apply F.
    destruct (K (f m)) as [K1 [r [K2 [_ K3]]]]; [apply (img_free own other); trivial |].
    assert (B' := img_set _ _ _ M B). split.
    { intros D; apply K1; eapply img_done_on; eauto. }
    destruct r as [r|].
    + assert (Fr : has full r) by apply K2. assert (G := g_full _ _ _ R r Fr).
      rewrite <- (f_g _ _ _ R r Fr) in K2, K3.
      exists (Some (g r)). repeat split; try congruence;
        try (apply (img_free _ _ _ _ (g r) A B' G); trivial).
      eapply IH; [apply img_set; eauto | eauto | exact K3].
    + exists None. repeat split; try congruence. eapply IH; eauto.
Qed.
End Renaming.
