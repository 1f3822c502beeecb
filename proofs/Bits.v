(** * Sets of cells as binary numbers: what they hold, and how many *)

From Coq Require Import List Bool NArith PeanoNat Lia.
Import ListNotations.
Local Open Scope N_scope.

Definition has (s c : N) : Prop := N.testbit s c = true.
Definition add (s : N) (c : option N) : N := match c with Some c => N.setbit s c | None => s end.
Definition sub (a b : N) : Prop := forall c, has a c -> has b c.
Definition disj (a b : N) : Prop := forall c, has a c -> has b c -> False.

(** The same as programs, which build no set. *)
Fixpoint psub (p q : positive) : bool :=
  match p, q with
  | xI p, xI q | xO p, xI q | xO p, xO q => psub p q
  | xH, xI _ | xH, xH => true
  | _, _ => false
  end.

Fixpoint pdisj (p q : positive) : bool :=
  match p, q with
  | xO p, xO q | xO p, xI q | xI p, xO q => pdisj p q
  | xH, xO _ | xO _, xH => true
  | _, _ => false
  end.

Definition subb (a b : N) : bool :=
  match a, b with N0, _ => true | _, N0 => false | Npos p, Npos q => psub p q end.
Definition disjb (a b : N) : bool :=
  match a, b with N0, _ | _, N0 => true | Npos p, Npos q => pdisj p q end.

Lemma psub_ldiff p q : psub p q = (Pos.ldiff p q =? 0).
Proof.
  revert q; induction p; destruct q; simpl; trivial; rewrite ?IHp; destruct (Pos.ldiff p q); trivial.
Qed.

Lemma pdisj_land p q : pdisj p q = (Pos.land p q =? 0).
Proof.
  revert q; induction p; destruct q; simpl; trivial; rewrite ?IHp; destruct (Pos.land p q); trivial.
Qed.

Lemma subb_ldiff a b : subb a b = (N.ldiff a b =? 0).
Proof. destruct a, b; simpl; trivial. apply psub_ldiff. Qed.

Lemma disjb_land a b : disjb a b = (N.land a b =? 0).
Proof. destruct a, b; simpl; trivial. apply pdisj_land. Qed.

Lemma has_dec s c : {has s c} + {~ has s c}.
Proof. unfold has; destruct (N.testbit s c); [left | right]; congruence. Qed.

Lemma has_lor a b c : has (N.lor a b) c <-> has a c \/ has b c.
Proof. unfold has; rewrite N.lor_spec, orb_true_iff; tauto. Qed.

Lemma has_land a b c : has (N.land a b) c <-> has a c /\ has b c.
Proof. unfold has; rewrite N.land_spec, andb_true_iff; tauto. Qed.

Lemma has_ldiff a b c : has (N.ldiff a b) c <-> has a c /\ ~ has b c.
Proof.
  unfold has; rewrite N.ldiff_spec, andb_true_iff, negb_true_iff.
  destruct (N.testbit b c); intuition congruence.
Qed.

Lemma has_set s x c : has (N.setbit s x) c <-> c = x \/ has s c.
Proof.
  unfold has; rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq; intuition congruence.
Qed.

Lemma has_clear s x c : has (N.clearbit s x) c <-> c <> x /\ has s c.
Proof.
  unfold has; rewrite N.clearbit_eqb, andb_true_iff, negb_true_iff, N.eqb_neq.
  intuition congruence.
Qed.

Lemma has_add s x c : has (add s x) c <-> x = Some c \/ has s c.
Proof. destruct x; simpl; [rewrite has_set |]; intuition congruence. Qed.

Lemma has_0 c : has 0 c <-> False.
Proof. unfold has; rewrite N.bits_0; intuition congruence. Qed.

#[global] Hint Rewrite has_lor has_land has_ldiff has_set has_clear has_add has_0 : bits.

Lemma ext a b : (forall c, has a c <-> has b c) -> a = b.
Proof.
  intros H; apply N.bits_inj; intros c; specialize (H c); unfold has in H.
  destruct (N.testbit a c), (N.testbit b c); intuition congruence.
Qed.

Lemma some_bit s : s <> 0 -> exists c, has s c.
Proof. intros H; exists (N.log2 s); apply N.bit_log2; trivial. Qed.

Lemma no_bits s : (forall c, ~ has s c) <-> s = 0.
Proof.
  split; intros H.
  - destruct (N.eq_dec s 0) as [|E]; trivial. destruct (some_bit _ E) as [c F]. elim (H c F).
  - subst; intros c; rewrite has_0; tauto.
Qed.

Lemma subb_spec a b : subb a b = true <-> sub a b.
Proof.
  rewrite subb_ldiff, N.eqb_eq, <- no_bits; unfold sub; split; intros H c.
  - intros A; destruct (has_dec b c); trivial. destruct (H c); autorewrite with bits; tauto.
  - autorewrite with bits; intros [A B]; auto.
Qed.

Lemma disjb_spec a b : disjb a b = true <-> disj a b.
Proof.
  rewrite disjb_land, N.eqb_eq, <- no_bits; unfold disj; split; intros H c.
  - intros A B; destruct (H c); autorewrite with bits; tauto.
  - autorewrite with bits; intros [A B]; eauto.
Qed.

(** ** How many *)

Fixpoint psize (p : positive) : nat :=
  match p with xH => 1%nat | xO p => psize p | xI p => S (psize p) end.
Definition size (s : N) : nat := match s with N0 => 0%nat | Npos p => psize p end.

Lemma size_double s : size (Pos.Ndouble s) = size s.
Proof. destruct s; reflexivity. Qed.

Lemma size_succ_double s : size (Pos.Nsucc_double s) = S (size s).
Proof. destruct s; reflexivity. Qed.

Lemma psize_lor p q : (psize (Pos.lor p q) + size (Pos.land p q) = psize p + psize q)%nat.
Proof.
  revert q; induction p; destruct q; simpl; try lia; specialize (IHp q);
    rewrite ?size_double, ?size_succ_double; lia.
Qed.

Lemma size_lor a b : (size (N.lor a b) + size (N.land a b) = size a + size b)%nat.
Proof. destruct a, b; simpl; try lia. apply psize_lor. Qed.

Lemma size_disj a b : disj a b -> size (N.lor a b) = (size a + size b)%nat.
Proof.
  intros H; rewrite <- size_lor. apply disjb_spec in H. rewrite disjb_land in H.
  apply N.eqb_eq in H; rewrite H; simpl; lia.
Qed.

Lemma size_split a b : size a = (size (N.land a b) + size (N.ldiff a b))%nat.
Proof.
  rewrite <- size_disj.
  - f_equal; apply ext; intros c; autorewrite with bits. destruct (has_dec b c); tauto.
  - intros c; autorewrite with bits; tauto.
Qed.

Lemma size_sub a b : sub a b -> (size a <= size b)%nat.
Proof.
  intros H; rewrite (size_split b a). replace (N.land b a) with a; [lia |].
  apply ext; intros c; autorewrite with bits; split; [intros A; split; auto | tauto].
Qed.

Lemma psize_pos p : (1 <= psize p)%nat.
Proof. induction p; simpl; lia. Qed.

Lemma size_0 s : size s = 0%nat <-> s = 0.
Proof.
  destruct s; simpl; split; trivial; try congruence. pose proof (psize_pos p); lia.
Qed.

Lemma size_bit c : size (N.setbit 0 c) = 1%nat.
Proof.
  unfold N.setbit; rewrite N.lor_0_l, N.shiftl_1_l.
  induction c as [|c IH] using N.peano_ind; [reflexivity |].
  rewrite N.pow_succ_r by lia. destruct (2 ^ c); simpl in *; lia.
Qed.

Lemma size_set s c : ~ has s c -> size (N.setbit s c) = S (size s).
Proof.
  intros H. replace (N.setbit s c) with (N.lor s (N.setbit 0 c)).
  - rewrite size_disj, size_bit; [lia |].
    intros x A B. autorewrite with bits in B. destruct B as [->|[]]. auto.
  - apply ext; intros x; autorewrite with bits; tauto.
Qed.

Lemma size_clear s c : has s c -> size s = S (size (N.clearbit s c)).
Proof.
  intros H. rewrite <- (size_set _ c).
  - f_equal; apply ext; intros x; autorewrite with bits.
    destruct (N.eq_dec x c); subst; intuition congruence.
  - autorewrite with bits; intuition congruence.
Qed.

Lemma size_add_le s x : (size (add s x) <= S (size s))%nat.
Proof.
  destruct x as [c|]; simpl; [|lia]. destruct (has_dec s c).
  - apply Nat.le_trans with (size s); [|lia]. apply size_sub; intros y; autorewrite with bits.
    intros [->|]; trivial.
  - rewrite size_set; trivial.
Qed.

(** Two cells at least. *)
Fixpoint pmany (p : positive) : bool :=
  match p with xH => false | xO p => pmany p | xI _ => true end.
Definition many (s : N) : bool := match s with N0 => false | Npos p => pmany p end.

Lemma many_size s : many s = true <-> (2 <= size s)%nat.
Proof.
  destruct s as [|p]; simpl; [split; [congruence | lia] |].
  induction p; simpl; trivial; [pose proof (psize_pos p)|]; split; try lia; congruence.
Qed.

Lemma many_two s : many s = true -> exists x y, x <> y /\ has s x /\ has s y.
Proof.
  rewrite many_size; intros H. destruct (some_bit s) as [x Hx].
  { intros ->; simpl in H; lia. }
  rewrite (size_clear _ _ Hx) in H. destruct (some_bit (N.clearbit s x)) as [y Hy].
  { intros E; rewrite E in H; simpl in H; lia. }
  autorewrite with bits in Hy. exists x, y; intuition congruence.
Qed.

Lemma two_many s x y : x <> y -> has s x -> has s y -> many s = true.
Proof.
  intros N Hx Hy. rewrite many_size, (size_clear _ _ Hx), (size_clear _ y); [lia |].
  autorewrite with bits; intuition congruence.
Qed.

Lemma one_bit s c : many s = false -> has s c -> forall x, has s x -> x = c.
Proof.
  intros M H x Hx. destruct (N.eq_dec x c) as [|N]; trivial.
  rewrite (two_many _ _ _ N Hx H) in M; congruence.
Qed.

(** The lowest cell. *)
Fixpoint plow (p : positive) : N := match p with xO p => N.succ (plow p) | _ => 0 end.
Definition low (s : N) : N := match s with N0 => 0 | Npos p => plow p end.

Lemma low_has s : s <> 0 -> has s (low s).
Proof.
  destruct s as [|p]; [congruence |]; intros _; unfold has; simpl low.
  induction p; [reflexivity | | reflexivity].
  simpl plow. change (Npos p~0) with (2 * Npos p). rewrite N.testbit_even_succ; trivial. lia.
Qed.

(** ** Sets as lists *)

Definition of_list (l : list N) : N := fold_right (fun c s => N.setbit s c) 0 l.

Lemma has_of_list l c : has (of_list l) c <-> In c l.
Proof.
  induction l as [|x l IH]; simpl; autorewrite with bits; [tauto |]. rewrite IH; intuition congruence.
Qed.

Lemma existsb_dec {A} (f : A -> bool) l :
  {x | In x l /\ f x = true} + {forall x, In x l -> f x = false}.
Proof.
  induction l as [|x l IH]; [right; intros _ [] |].
  destruct (f x) eqn:E; [left; exists x; simpl; auto |].
  destruct IH as [[y [I F]]|N]; [left; exists y; simpl; auto | right].
  intros y [<-|I]; auto.
Qed.
