(** * What the checker accepts is true *)

From Coq Require Import List Bool NArith PeanoNat FMapPositive Lia.
From Noughts Require Import Game Bits Hold HoldRules Win Real Every Checker.
Import ListNotations.
Local Open Scope N_scope.

(** ** Unfolding a run of the checker *)

Lemma bind_ok {A B} (r : res A) (f : A -> res B) b :
  bind r f = Ok b -> exists a, r = Ok a /\ f a = Ok b.
Proof. destruct r; simpl; [eauto | discriminate]. Qed.

Lemma need_ok {A} (c : bool) w (r : res A) b : (if c then r else Refused w) = Ok b -> c = true /\ r = Ok b.
Proof. destruct c; [auto | discriminate]. Qed.

Ltac run H :=
  repeat (first
    [ apply bind_ok in H; let a := fresh "a" in let E := fresh "E" in destruct H as [a [E H]]
    | apply need_ok in H; let C := fresh "C" in destruct H as [C H] ]).

Lemma union_in l c : has (union l) c <-> exists L, In L l /\ has L c.
Proof.
  unfold union; induction l as [|a l IH]; simpl; [rewrite has_0; split; [tauto | intros [? [[] _]]] |].
  rewrite has_lor, IH; split.
  - intros [H|[L [I H]]]; eauto.
  - intros [L [[->|I] H]]; eauto.
Qed.

Lemma open_in ls t L : In L (open ls t) <-> In L ls /\ disj L t.
Proof. unfold open; rewrite filter_In, disjb_spec; tauto. Qed.

Lemma move_of_ok x full own other m : move_of x full own other = Ok m -> may full own other m.
Proof.
  destruct x; simpl; try discriminate; [|intros [= <-]; simpl; trivial].
  intros H; apply need_ok in H; destruct H as [C [= <-]].
  rewrite !andb_true_iff, !negb_true_iff in C. destruct C as [[A B] D].
  unfold may, free, has. rewrite B, D. intuition congruence.
Qed.

Lemma set_of_sub t allowed s : set_of t allowed = Ok s -> sub s allowed.
Proof. unfold set_of; intros H; run H. injection H as <-. apply subb_spec; trivial. Qed.

(** ** Symmetries *)

Lemma image_has to : forall s y, has (image to s) y <->
  exists i, nth_error to i = Some y /\ has s (N.of_nat i).
Proof.
  induction to as [|x to IH]; intros s y.
  - simpl; rewrite has_0; split; [tauto | intros [[|i] [H _]]; discriminate].
  - assert (E : has (image (x :: to) s) y <-> (N.odd s = true /\ y = x) \/ has (image to (N.div2 s)) y).
    { simpl; destruct (N.odd s); [rewrite has_set|]; intuition congruence. }
    rewrite E, IH. split.
    + intros [[O ->]|[i [A B]]].
      * exists 0%nat; split; trivial. unfold has; simpl. rewrite N.bit0_odd; trivial.
      * exists (S i); split; trivial. unfold has in *. rewrite <- B, N.div2_spec, N.shiftr_spec by lia.
        f_equal; lia.
    + intros [[|i] [A B]].
      * left. injection A as <-. split; trivial. unfold has in B; simpl in B. rewrite <- N.bit0_odd; trivial.
      * right; exists i; split; trivial. unfold has in *. rewrite <- B, N.div2_spec, N.shiftr_spec by lia.
        f_equal; lia.
Qed.

Lemma preimage_has to : forall s i, has (preimage to s) (N.of_nat i) <->
  exists y, nth_error to i = Some y /\ has s y.
Proof.
  induction to as [|x to IH]; intros s i.
  - simpl; rewrite has_0; split; [tauto | destruct i; intros [? [H _]]; discriminate].
  - assert (Z : has (preimage (x :: to) s) 0 <-> has s x).
    { simpl. unfold has. destruct (N.testbit s x).
      - rewrite N.succ_double_spec, N.testbit_odd_0; tauto.
      - rewrite N.double_spec, N.testbit_even_0; tauto. }
    assert (P : forall j, has (preimage (x :: to) s) (N.of_nat (S j)) <-> has (preimage to s) (N.of_nat j)).
    { intros j. simpl preimage. unfold has. rewrite Nat2N.inj_succ. destruct (N.testbit s x).
      - rewrite N.succ_double_spec, N.testbit_odd_succ by lia; tauto.
      - rewrite N.double_spec, N.testbit_even_succ by lia; tauto. }
    destruct i as [|i]; simpl nth_error.
    + simpl N.of_nat. rewrite Z. split; [eauto | intros [y [[= <-] H]]; trivial].
    + rewrite P. apply IH.
Qed.

Definition closed (full : N) (f : N -> N) (ls : list N) : Prop :=
  (forall L, In L ls -> exists L', In L' ls /\ img full f L L') /\
  (forall L', In L' ls -> exists L, In L ls /\ img full f L L').

Definition closed_rows (full : N) (f : N -> N) (rs : list (N * N)) : Prop :=
  (forall r, In r rs -> exists r', In r' rs /\ img full f (fst r) (fst r') /\ img full f (snd r) (snd r')) /\
  (forall r', In r' rs -> exists r, In r rs /\ img full f (fst r) (fst r') /\ img full f (snd r) (snd r')).

Definition keeps (x : context) (to : list N) : Prop := exists f g, renames (full x) f g /\
  (forall s, img (full x) f s (image to s)) /\
  (forall s, img (full x) f (preimage to s) s) /\ (forall s, sub (preimage to s) (full x)) /\
  closed (full x) f (lines x) /\ closed_rows (full x) f (row_sets x).

Lemma different_nodup l : different l = true <-> NoDup l.
Proof.
  induction l as [|c l IH]; simpl; [split; [constructor | trivial] |].
  rewrite andb_true_iff, negb_true_iff, IH, <- not_true_iff_false, mem_in. split.
  - intros []; constructor; trivial.
  - inversion 1; auto.
Qed.

Fixpoint index (c : N) (l : list N) : nat :=
  match l with [] => 0%nat | x :: l => if c =? x then 0%nat else S (index c l) end.

Lemma index_of c l : In c l -> nth_error l (index c l) = Some c.
Proof.
  induction l as [|x l IH]; simpl; [tauto |]. destruct (N.eqb_spec c x) as [->|]; trivial.
  intros [->|]; [congruence | auto].
Qed.

Lemma cells_spec c (g : game) : has (of_list (board g)) c <-> (N.to_nat c < cells g)%nat.
Proof.
  rewrite has_of_list. unfold board. rewrite in_map_iff. split.
  - intros [i [<- I]]. apply in_seq in I. rewrite Nat2N.id; lia.
  - intros H. exists (N.to_nat c); split; [apply N2Nat.id |]. apply in_seq; lia.
Qed.

Lemma symmetry_of_ok g t to : symmetry_of (context_of g) (cells g) t = Ok to -> keeps (context_of g) to.
Proof.
  unfold symmetry_of; intros H; run H. injection H as ->.
  repeat rewrite andb_true_iff in C; repeat rewrite andb_true_iff in C0. destruct C as [[[_ Len] D] F]. destruct C0 as [[R1 R2] Ls].
  clear E. apply Nat.eqb_eq in Len. apply different_nodup in D. apply N.eqb_eq in F.
  set (x := context_of g) in *. change (full x) with (of_list (board g)) in *.
  assert (Full : forall c, has (of_list (board g)) c <-> In c to).
  { intros c. rewrite <- F. apply has_of_list. }
  set (f := fun c => nth (N.to_nat c) to 0). set (h := fun c => N.of_nat (index c to)).
  assert (Nth : forall c, has (of_list (board g)) c -> nth_error to (N.to_nat c) = Some (f c)).
  { intros c C. apply cells_spec in C. apply nth_error_nth'. lia. }
  assert (Idx : forall c, has (of_list (board g)) c -> nth_error to (index c to) = Some c).
  { intros c C. apply index_of, Full; trivial. }
  assert (Ren : renames (full x) f h).
  { constructor; change (full x) with (of_list (board g)).
    - intros c C. apply Full. apply nth_error_In with (N.to_nat c). auto.
    - intros c C. apply cells_spec. unfold h. rewrite Nat2N.id, <- Len. apply nth_error_Some.
      rewrite Idx; trivial. discriminate.
    - intros c C. unfold h. apply N2Nat.inj. rewrite Nat2N.id.
      assert (C' := Nth c C). assert (In (f c) to) by (eapply nth_error_In; eauto).
      assert (C'' := index_of _ _ H). rewrite <- C' in C''.
      eapply NoDup_nth_error in C''; eauto. apply nth_error_Some. rewrite C'', C'. discriminate.
    - intros c C. unfold f, h. rewrite Nat2N.id. apply nth_error_nth. auto. }
  assert (Img : forall s, img (full x) f s (image to s)).
  { intros s c C. change (full x) with (of_list (board g)) in C. rewrite image_has. split.
    - intros H. exists (N.to_nat c); split; [auto | rewrite N2Nat.id; trivial].
    - intros [i [A B]]. rewrite <- (Nth c C) in A.
      eapply NoDup_nth_error in A; eauto; [subst; rewrite N2Nat.id in B; trivial |].
      apply nth_error_Some. rewrite A, (Nth c C). discriminate. }
  assert (Pre : forall s, img (full x) f (preimage to s) s).
  { intros s c C. change (full x) with (of_list (board g)) in C. rewrite <- (N2Nat.id c) at 1.
    rewrite preimage_has, (Nth c C). split; [intros [y [[= <-] H]]; trivial | eauto]. }
  exists f, h. split; [trivial |]. split; [trivial |]. split; [trivial |]. split; [|split].
  - intros s c C. change (full x) with (of_list (board g)). rewrite <- (N2Nat.id c) in C.
    apply preimage_has in C. destruct C as [y [C _]]. apply cells_spec. rewrite <- Len.
    apply nth_error_Some. congruence.
  - rewrite forallb_forall in Ls. split; intros L I; apply Ls in I; apply andb_true_iff in I;
      destruct I as [I1 I2].
    + apply existsb_exists in I1. destruct I1 as [L' [J E]]. apply N.eqb_eq in E. subst L'. eauto.
    + apply existsb_exists in I2. destruct I2 as [L' [J E]]. apply N.eqb_eq in E. subst L'. eauto.
  - rewrite forallb_forall in R1, R2. split; intros r I.
    + apply R1 in I. apply existsb_exists in I. destruct I as [[a b] [J E]].
      apply andb_true_iff in E. simpl in E. destruct E as [A B]. apply N.eqb_eq in A, B.
      exists (a, b); simpl. split; [trivial |]. rewrite <- A, <- B. auto.
    + apply R2 in I. apply existsb_exists in I. destruct I as [[a b] [J E]].
      apply andb_true_iff in E. simpl in E. destruct E as [A B]. apply N.eqb_eq in A, B.
      exists (a, b); simpl. split; [trivial |]. rewrite <- A, <- B. auto.
Qed.

(** ** Claims of the usual rules *)

Lemma step_of_ok st step to : step_of st step = Ok (Some to) -> In to (symmetries st).
Proof.
  destruct step as [t|]; simpl; [|discriminate]. destruct (number_of t); [|discriminate].
  intros H; run H. destruct (nth_error _ _) eqn:E; [|discriminate].
  injection H as <-. eapply nth_error_In; eauto.
Qed.

Lemma recall_in s own other f : recall s own other = Some f ->
  PositiveMap.find (key own other) s = Some f /\ f_own f = own /\ f_other f = other.
Proof.
  unfold recall. destruct (PositiveMap.find _ _) as [f'|]; [|discriminate].
  destruct (_ && _) eqn:E; [|discriminate]. intros [= <-].
  apply andb_true_iff in E; rewrite !N.eqb_eq in E. tauto.
Qed.

Lemma remember_in s f k f' : PositiveMap.find k (remember s f) = Some f' ->
  f' = f \/ PositiveMap.find k s = Some f'.
Proof.
  unfold remember. destruct (Pos.eq_dec k (key (f_own f) (f_other f))) as [->|N].
  - rewrite PositiveMap.gss. intros [= <-]; auto.
  - rewrite PositiveMap.gso; auto.
Qed.

Section Half.
Variable x : context.
Variables ol tl : list N.
Hypothesis ol_full : forall L, In L ol -> sub L (full x).
Hypothesis tl_full : forall L, In L tl -> sub L (full x).
Hypothesis tl_some : forall L, In L tl -> exists c, has L c.
Hypothesis closed_lines : forall f, closed (full x) f (lines x) -> closed (full x) f ol /\ closed (full x) f tl.
Hypothesis blocked : block x = true -> ol = [].

Notation Holds := (Holds (full x) ol tl).
Notation Hold := (Hold (full x) ol tl false).
Notation free := (free (full x)).
Notation may := (may (full x)).
Notation Wins := (Wins (full x) ol tl).
Notation Answers := (Answers (full x) ol tl).

Lemma all_quiet_spec own other : all_quiet tl own other = true <-> quiet tl own other.
Proof.
  unfold all_quiet, quiet. rewrite forallb_forall. split; intros H L I.
  - intros D. specialize (H L I). apply orb_true_iff in H. apply disjb_spec in D. rewrite D in H.
    destruct H; [discriminate | trivial].
  - destruct (disjb L own) eqn:E; simpl; trivial. apply H; trivial. apply disjb_spec; trivial.
Qed.

Lemma threats_spec own other c : ~ done ol own other -> has (threats ol own other) c ->
  threat ol own other c.
Proof.
  intros D. unfold threats.
  assert (G : forall ls, incl ls ol -> has (fold_right (fun L s => if disjb L other
      then let r := N.ldiff L own in if many r then s else N.lor r s else s) 0 ls) c ->
      threat ol own other c); [|apply G, incl_refl].
  induction ls as [|L ls IH]; simpl; intros S H; [autorewrite with bits in H; tauto |].
  assert (S' : incl ls ol) by (intros y Y; apply S; simpl; auto).
  destruct (disjb L other) eqn:O; [|auto]. destruct (many (N.ldiff L own)) eqn:M; [auto |].
  autorewrite with bits in H. destruct H as [H|H]; [|auto].
  apply disjb_spec in O. exists L. split; [apply S; simpl; auto |].
  repeat split; try tauto. intros y Y. destruct (has_dec own y) as [|N]; [auto | right].
  apply (one_bit (N.ldiff L own) c M); autorewrite with bits; tauto.
Qed.

Lemma threats_free own other c : threat ol own other c -> free own other c.
Proof.
  intros [L [I [D [C [O _]]]]]. repeat split; trivial; [apply (ol_full L); trivial |].
  intros E; apply (D c); trivial.
Qed.

Lemma empties_spec own other c : has (empties x own other) c <-> free own other c.
Proof. unfold empties, Hold.free; autorewrite with bits. tauto. Qed.

(** *** Claims h *)

Lemma holds_step own other n m : Holds own other -> free own other m ->
  exists r, may own (N.setbit other m) r /\ Hold n (add own r) (N.setbit other m).
Proof.
  intros H F. destruct (H (S n)) as [[L [I [D S]]]|[_ K]].
  - exists None; split; simpl; trivial. destruct n; left; exists L; repeat split; trivial;
      intros c C; autorewrite with bits; (intros [->|E]; [|eapply D; eauto]);
      apply S in C; unfold Hold.free in F; tauto.
  - destruct (K m F) as [_ [r [A [_ B]]]]; eauto.
Qed.

Definition meets_move (own other m : N) : Prop := forall n, exists r,
  may own (N.setbit other m) r /\ Hold n (add own r) (N.setbit other m).

Lemma holds_moves own other : quiet tl own other -> (forall m, free own other m -> meets_move own other m) ->
  Holds own other.
Proof.
  intros Q H n. destruct n; right; (split; [apply quiet_not_done; trivial |]); trivial.
  intros m F; split; [apply quiet_next; trivial |]. destruct (H m F n) as [r [A B]].
  exists r; repeat split; auto. congruence.
Qed.

Lemma look_h_ok own other todo : look_h x ol tl own other = Ok todo ->
  (todo = 0 -> Holds own other) /\
  (todo <> 0 -> quiet tl own other /\ forall m, free own other m -> ~ has todo m -> meets_move own other m).
Proof using ol_full tl_full tl_some.
  unfold look_h. destruct (doneb ol own other) eqn:D.
  { intros [= <-]. split; [|congruence]. intros _; apply holds_done, doneb_spec; trivial. }
  assert (ND : ~ done ol own other) by (rewrite <- doneb_spec; congruence).
  intros H; run H. apply all_quiet_spec in C.
  destruct (many (threats ol own other)) eqn:M.
  { cbn [orb] in H. injection H as <-. split; [|congruence]. intros _.
    destruct (many_two _ M) as [a [b [N [A B]]]].
    apply (holds_two (full x) ol tl ol_full own other a b); trivial; apply threats_spec; trivial. }
  cbn [orb] in H. destruct (sum (weight own other) tl <? N.shiftl 1 63) eqn:W.
  { injection H as <-. split; [|congruence]. intros _. apply holds_light. apply N.ltb_lt; trivial. }
  destruct (N.eqb_spec (threats ol own other) 0) as [Z|Z]; cbn [negb] in H.
  - apply need_ok in H. destruct H as [C' [= <-]]. apply negb_true_iff, N.eqb_neq in C'.
    split; [congruence |]. intros _; split; trivial. intros m F N. elim N. apply empties_spec; trivial.
  - injection H as <-. split; [congruence |]. intros _; split; trivial. intros m F N n.
    destruct (some_bit _ Z) as [c Hc]. assert (T := threats_spec _ _ _ ND Hc).
    destruct (threat_met (full x) ol tl ol_full own other c m T F) as [r [A B]]; [congruence |].
    exists r; split; trivial.
Qed.

Lemma alike_spec ls s : In s (alike ls) ->
  many s = true /\ sub s (union ls) /\ forall L, In L ls -> sub s L \/ disj s L.
Proof.
  unfold alike.
  assert (G : forall todo seen sets,
    (forall s, In s sets -> many s = true /\ sub s (union ls) /\ forall L, In L seen -> sub s L \/ disj s L) ->
    forall s, In s (fold_left (fun sets L => filter many (flat_map (fun s => [N.land s L; N.ldiff s L]) sets)) todo sets) ->
    many s = true /\ sub s (union ls) /\ forall L, In L (todo ++ seen) -> sub s L \/ disj s L).
  { induction todo as [|L todo IH]; intros seen sets H t I; [apply H; trivial |].
    simpl in I. apply (IH (L :: seen)) in I.
    - destruct I as [A [B K]]. repeat split; trivial. intros L' J. apply K.
      rewrite in_app_iff in *. simpl in *. tauto.
    - clear I t. intros t I. apply filter_In in I. destruct I as [I M]. split; trivial.
      apply in_flat_map in I. destruct I as [u [J K]]. destruct (H u J) as [_ [B D]].
      assert (St : sub t u).
      { simpl in K; destruct K as [<-|[<-|[]]]; intros c; autorewrite with bits; tauto. }
      split; [intros c Hc; apply B, St, Hc |].
      intros L' [<-|J'].
      + simpl in K; destruct K as [<-|[<-|[]]]; [left | right]; intros c; autorewrite with bits; tauto.
      + destruct (D L' J') as [S|S]; [left | right]; intros c Hc; [apply S, St, Hc | apply (S c), St, Hc]. }
  intros I. apply (G ls [] (filter many [union ls])) in I.
  - rewrite app_nil_r in I. trivial.
  - clear. intros s I. simpl in I. destruct (many (union ls)) eqn:M; simpl in I; [|tauto].
    destruct I as [<-|[]]. repeat split; trivial; [intros c; auto | intros L []].
Qed.

Lemma twins_hold own other sets : ol = [] ->
  (forall s, In s sets -> many s = true /\ disj s other /\
     forall L, In L tl -> disj L own -> sub s L \/ disj s L) ->
  Holds (N.lor own (union sets)) other -> Holds own other.
Proof using tl_full.
  intros O. revert own. induction sets as [|s sets IH]; intros own H K.
  - simpl in K. rewrite N.lor_0_r in K; trivial.
  - destruct (H s (or_introl eq_refl)) as [A [B D]].
    apply (holds_twins (full x) ol tl tl_full own other s); trivial.
    apply IH.
    + intros t I. destruct (H t (or_intror I)) as [A' [B' D']]. repeat split; trivial.
      intros L J E. apply D'; trivial. intros c X Y; apply (E c X); autorewrite with bits; auto.
    + simpl in K. rewrite N.lor_assoc in K; trivial.
Qed.

Lemma without_twins_hold fuel : forall own other, ol = [] ->
  (Holds (without_twins tl fuel own other) other -> Holds own other) /\
  sub own (without_twins tl fuel own other).
Proof using tl_full.
  induction fuel as [|fuel IH]; intros own other O; cbn [without_twins]; [split; [trivial | intros c; trivial] |].
  destruct (alike (map (fun L => N.ldiff L other) (open tl own))) as [|s0 sets0] eqn:E; [split; [trivial | intros c; trivial] |].
  rewrite <- E. set (sets := alike _). destruct (IH (N.lor own (union sets)) other O) as [A B].
  split; [|intros c H; apply B; autorewrite with bits; auto].
  intros H. apply (twins_hold own other sets O); [|auto].
  intros s I. apply alike_spec in I. destruct I as [M [S D]].
  assert (NO : disj s other).
  { intros c Hc. apply S, union_in in Hc. destruct Hc as [L [J K]]. apply in_map_iff in J.
    destruct J as [L' [<- _]]. autorewrite with bits in K. tauto. }
  repeat split; trivial. intros L I O'. destruct (D (N.ldiff L other)) as [K|K].
  - apply in_map_iff. exists L; split; trivial. apply open_in; auto.
  - left. intros c Hc. apply K in Hc. autorewrite with bits in Hc; tauto.
  - right. intros c Hc Lc. apply (K c Hc). autorewrite with bits. split; trivial. intros Oc; apply (NO c); trivial.
Qed.

Lemma reduced_spec twins own other a b : reduced x ol tl twins own other = (a, b) ->
  let own' := if twins then without_twins tl 64 own other else own in
  (forall c, has (full x) c -> has a c -> ~ has b c -> has own' c /\ ~ has other c) /\
  (forall c, has (full x) c -> has own' c \/ has other c -> has a c \/ has b c) /\
  (forall L, In L tl -> disj L own' -> disj L a /\ forall c, has L c -> (has other c <-> has b c)) /\
  (forall L, In L ol -> disj L other -> disj L b /\ forall c, has L c -> (has own' c <-> has a c)) /\
  (forall L, In L ol -> disj L b -> disj L other) /\
  (ol = [] -> forall c, has (full x) c -> has own' c -> has a c).
Proof using ol_full.
  unfold reduced. set (own' := if twins then _ else _).
  set (mine := union (open ol other)). set (theirs := union (open tl own')).
  intros [= <- <-]. cbv zeta.
  assert (M : forall L c, In L ol -> disj L other -> has L c -> has mine c).
  { intros L c I D H. apply union_in. exists L. rewrite open_in; auto. }
  assert (T : forall L c, In L tl -> disj L own' -> has L c -> has theirs c).
  { intros L c I D H. apply union_in. exists L. rewrite open_in; auto. }
  assert (M' : forall c, has mine c -> ~ has other c).
  { intros c H. apply union_in in H. destruct H as [L [I H]]. apply open_in in I.
    destruct I as [_ D]. intros E; apply (D c); trivial. }
  assert (T' : forall c, has theirs c -> ~ has own' c).
  { intros c H. apply union_in in H. destruct H as [L [I H]]. apply open_in in I.
    destruct I as [_ D]. intros E; apply (D c); trivial. }
  split; [|split; [|split; [|split; [|split]]]].
  - intros c F. autorewrite with bits. intros A B. split; [tauto |]. pose proof (M' c). tauto.
  - intros c F. autorewrite with bits.
    destruct (has_dec mine c), (has_dec theirs c), (has_dec own' c), (has_dec other c); tauto.
  - intros L I D. split.
    + intros c Hc. pose proof (T _ _ I D Hc). pose proof (D c Hc). autorewrite with bits.
      destruct (has_dec mine c), (has_dec own' c), (has_dec other c); tauto.
    + intros c Hc. pose proof (T _ _ I D Hc). pose proof (D c Hc). autorewrite with bits.
      destruct (has_dec mine c), (has_dec own' c), (has_dec other c); tauto.
  - intros L I D. split.
    + intros c Hc. pose proof (M _ _ I D Hc). pose proof (D c Hc). autorewrite with bits.
      destruct (has_dec theirs c), (has_dec own' c), (has_dec other c); tauto.
    + intros c Hc. pose proof (M _ _ I D Hc). pose proof (D c Hc). autorewrite with bits.
      destruct (has_dec theirs c), (has_dec own' c), (has_dec other c); tauto.
  - intros L I D c Hc Oc. apply (D c Hc). autorewrite with bits.
    pose proof (ol_full L I c Hc). pose proof (M' c). destruct (has_dec theirs c); tauto.
  - intros O c F Oc. autorewrite with bits. right. split; trivial.
    assert (~ has mine c). { unfold mine; rewrite O; simpl; rewrite has_0; tauto. }
    pose proof (T' c). tauto.
Qed.

Lemma reduced_back twins own other a b : (twins = true -> ol = []) ->
  reduced x ol tl twins own other = (a, b) -> Holds a b -> Holds own other.
Proof using tl_full ol_full.
  intros TO E H. apply reduced_spec in E. cbv zeta in E. destruct E as [_ [_ [T [M [M' _]]]]].
  assert (K : Holds (if twins then without_twins tl 64 own other else own) other).
  { apply (holds_from (full x) ol tl a b); trivial.
    - intros L I D. destruct (T L I D) as [A B]. split; trivial. intros c C. apply (B c C).
    - intros L I D. split; [auto |]. destruct (M L I (M' L I D)) as [_ B]. intros c C. apply (B c C). }
  destruct twins; trivial. apply (proj1 (without_twins_hold 64 own other (TO eq_refl))); trivial.
Qed.

Lemma reduced_on own other a b : ol = [] ->
  reduced x ol tl true own other = (a, b) -> Holds own other -> Holds a b.
Proof using tl_full ol_full.
  intros O E H. apply reduced_spec in E. cbv zeta in E. destruct E as [_ [_ [T [_ [_ B]]]]].
  destruct (without_twins_hold 64 own other O) as [_ S].
  apply (holds_from (full x) ol tl own other); trivial; [|rewrite O; intros L []].
  intros L I D. assert (D' : disj L (without_twins tl 64 own other)).
  { intros c C K. apply (D c C). apply (B O); trivial. apply (tl_full L I); trivial. }
  split; [intros c C K; apply (D' c C), S, K |]. intros c C. apply (T L I D'); trivial.
Qed.

Variable st : state.
Hypothesis syms : forall to, In to (symmetries st) -> keeps x to.

Lemma renamed_holds own other to :
  match to with Some to => In to (symmetries st) | None => True end ->
  Holds (renamed to own) (renamed to other) -> Holds own other.
Proof using closed_lines ol_full tl_full syms.
  destruct to as [to|]; simpl; trivial. intros I H.
  destruct (syms to I) as [f [g [R [Img [_ [_ [Cl _]]]]]]]. destruct (closed_lines f Cl) as [[_ O] [T _]].
  intros n. apply (hold_renamed (full x) f g R ol tl n ol_full tl_full O T own other (image to own) (image to other));
    auto.
Qed.

Lemma step_in step to : step_of st step = Ok to ->
  match to with Some to => In to (symmetries st) | None => True end.
Proof. destruct to; trivial. apply step_of_ok. Qed.

Lemma find_h_ok own other step u :
  (forall k f, PositiveMap.find k (held st) = Some f -> Holds (f_own f) (f_other f)) ->
  find_h x ol tl st own other step = Ok u -> Holds own other.
Proof using closed_lines ol_full tl_full tl_some syms blocked.
  intros True_ H. unfold find_h in H. apply bind_ok in H. destruct H as [to [E H]]. apply step_in in E.
  destruct (reduced x ol tl (block x) own other) as [a b] eqn:Rd. cbv zeta in H.
  apply (reduced_back _ _ _ _ _ blocked Rd). apply (renamed_holds _ _ to E).
  apply bind_ok in H. destruct H as [todo [L H]]. apply need_ok in H. destruct H as [C _].
  apply orb_true_iff in C. destruct C as [C|C].
  - apply N.eqb_eq in C. destruct (block x); [|congruence]. apply (look_h_ok _ _ _ L); trivial.
  - destruct (recall _ _ _) as [f|] eqn:F; [|discriminate]. apply recall_in in F.
    destruct F as [F [F1 F2]]. apply True_ in F. rewrite F1, F2 in F; trivial.
Qed.

Lemma two_by_two_members l : forall pairs, two_by_two l = Some pairs -> members pairs = l.
Proof.
  assert (G : forall n l, (length l <= n)%nat -> forall pairs, two_by_two l = Some pairs -> members pairs = l).
  2: { intros pairs. apply (G (length l)); trivial. }
  clear. induction n as [|n IH]; intros l Len pairs H.
  - destruct l; [injection H as <-; trivial | simpl in Len; lia].
  - destruct l as [|a [|b l]]; simpl in H; [injection H as <-; trivial | discriminate |].
    destruct (two_by_two l) as [ps|] eqn:E; [|discriminate]. injection H as <-. simpl.
    rewrite (IH l); trivial. simpl in Len; lia.
Qed.

Lemma split_head y t a names step : split_at y t = (a :: names, step) -> hd_error t = Some a.
Proof.
  destruct t as [|b t]; simpl; [discriminate |]. destruct (same_symbol y b); [discriminate |].
  destruct (split_at y t). intros [= -> _ _]; trivial.
Qed.

(** What a reply, a pairing or a step of the defender's shows. *)
Definition shows (own other : N) (t : text) (kept : N) : Prop :=
  (exists r, (hd_error t = Some Dash -> r = None) /\ may own other r /\ Holds (add own r) other) /\
  forall m, free own other m -> ~ has kept m -> meets_move own other m.

Lemma paired_h_ok own other reply t t0 kept : may own other reply ->
  (hd_error t0 = Some Dash -> reply = None) ->
  paired_h x tl own other reply t = Ok kept -> shows own other t0 kept.
Proof using ol_full tl_full tl_some.
  intros M Hd H. unfold paired_h in H. run H. destruct (two_by_two a0) as [pairs|] eqn:P; [|discriminate].
  run H. injection H as <-. apply andb_true_iff in C. destruct C as [Len D].
  apply different_nodup in D. assert (Mem := two_by_two_members _ _ P). rewrite <- Mem in D.
  assert (Used : forall c, has a c <-> In c (members pairs)).
  { intros c. unfold set_of in E. run E. injection E as <-. rewrite has_of_list, Mem.
    rewrite E0 in E1. injection E1 as <-. tauto. }
  apply set_of_sub in E.
  assert (K : forall other', (forall c, has other c -> has other' c) ->
              (forall c, In c (members pairs) -> ~ has other' c) -> Holds (add own reply) other').
  { intros other' S N. apply (holds_paired (full x) ol tl ol_full tl_full tl_some pairs); trivial.
    - intros c I. assert (F := proj1 (empties_spec _ _ _) (E c (proj2 (Used c) I))).
      destruct F as [F1 [F2 F3]]. repeat split; auto.
    - intros L I O. rewrite forallb_forall in C0. specialize (C0 L I).
      apply orb_true_iff in C0. apply disjb_spec in O. rewrite O in C0. destruct C0 as [C0|C0]; [discriminate |].
      apply existsb_exists in C0. destruct C0 as [[u v] [J B]]. apply andb_true_iff in B.
      exists u, v. unfold has. tauto. }
  assert (Out : forall c, In c (members pairs) -> ~ has other c).
  { intros c I. assert (F := proj1 (empties_spec _ _ _) (E c (proj2 (Used c) I))). apply F. }
  split.
  - exists reply; split; [trivial | split]; trivial. apply K; auto.
  - intros m F N n. destruct reply as [r|].
    + exists (Some r). split.
      * destruct M as [M1 [M2 M3]]. repeat split; trivial. autorewrite with bits in *. intuition congruence.
      * apply K; [intros c; autorewrite with bits; auto |]. intros c I; autorewrite with bits.
        intros [->|O]; [|apply (Out c I O)]. apply N; autorewrite with bits. right. apply Used; trivial.
    + apply holds_step; trivial. apply (K other); auto.
Qed.

Lemma meet_h_ok own other t kept :
  (forall k f, PositiveMap.find k (held st) = Some f -> Holds (f_own f) (f_other f)) ->
  meet_h x ol tl st own other t = Ok kept -> shows own other t kept.
Proof using closed_lines ol_full tl_full tl_some syms blocked.
  intros True_ H.
  assert (Step : (let (names, step) := split_at Dot t in
      match names with
      | [r] =>
          do r <- move_of r (full x) own other;
          do todo <- look_h x ol tl (add own r) other;
          if todo =? 0 then Ok (full x)
          else do _ <- find_h x ol tl st (add own r) other step; Ok (full x)
      | _ => Refused No_move
      end) = Ok kept -> shows own other t kept).
  { clear H. destruct (split_at Dot t) as [names step] eqn:Sp. destruct names as [|r [|? ?]]; try discriminate.
    apply split_head in Sp. intros H. apply bind_ok in H. destruct H as [m [M H]].
    assert (Hd : hd_error t = Some Dash -> m = None).
    { rewrite Sp. intros [= ->]. injection M as <-; trivial. }
    apply move_of_ok in M.
    apply bind_ok in H. destruct H as [todo [L H]].
    assert (K : kept = full x /\ Holds (add own m) other).
    { destruct (N.eqb_spec todo 0) as [Z|Z].
      - injection H as <-. split; trivial. apply (look_h_ok _ _ _ L); trivial.
      - run H. injection H as <-. split; trivial. eapply find_h_ok; eauto. }
    destruct K as [-> K]. split; [exists m; split; auto |]. intros c [F _] N. tauto. }
  assert (Pair : forall m pairs, may own other m -> (hd_error t = Some Dash -> m = None) ->
                 paired_h x tl own other m pairs = Ok kept -> shows own other t kept).
  { intros m pairs M Hd P. eapply paired_h_ok; eauto. }
  destruct t as [|r1 t1]; [discriminate |].
  destruct r1; destruct t1 as [|r2 t2]; try (apply Step; exact H);
    try (apply (Pair None _ I) in H; [trivial | auto]; fail);
    (destruct r2; try (apply Step; exact H));
    try (apply (Pair None _ I) in H; [trivial | auto]; fail);
    unfold meet_h in H; apply bind_ok in H; destruct H as [m [M H]];
    (apply (Pair m) in H; [trivial | eapply move_of_ok; eauto |]);
    simpl; intros [=]; simpl in M; congruence.
Qed.

Lemma meets_fewer own other c m : free own other m -> meets_move own (N.setbit other c) m -> meets_move own other m.
Proof.
  intros F H n. destruct (H n) as [r [M K]]. exists r; split.
  - destruct r as [r|]; simpl in *; trivial. destruct M as [M1 [M2 M3]]. repeat split; trivial.
    autorewrite with bits in *. tauto.
  - apply (hold_follows (full x) ol tl (fun _ => None)) with (own := add own r) (other := N.setbit (N.setbit other c) m);
      trivial; [congruence |]. constructor; [| | congruence].
    + intros L I D. left. split; trivial. intros d _. autorewrite with bits; tauto.
    + intros L I D. split; auto. intros d C E. apply (D d C). autorewrite with bits in *; tauto.
Qed.

Lemma entries_h_ok own other entries : forall todo rest,
  (forall k f, PositiveMap.find k (held st) = Some f -> Holds (f_own f) (f_other f)) ->
  entries_h x ol tl st own other todo entries = Ok rest ->
  forall m, free own other m -> has todo m -> ~ has rest m -> meets_move own other m.
Proof using closed_lines ol_full tl_full tl_some syms blocked.
  induction entries as [|t entries IH]; intros todo rest True_ H m F T N; [injection H as <-; tauto |].
  cbn [entries_h] in H. apply bind_ok in H. destruct H as [kept [K H]].
  destruct (has_dec kept m) as [Km|Km].
  - apply (IH _ _ True_ H m F); trivial. autorewrite with bits; auto.
  - assert (Shared : meet_h x ol tl st own other t = Ok kept -> meets_move own other m).
    { intros E. apply (meet_h_ok _ _ _ _ True_) in E. apply E; trivial. }
    assert (Single : forall a t', (do m <- move_of a (full x) own other;
                 do kept <- meet_h x ol tl st own (add other m) t';
                 Ok match m with Some m => N.clearbit kept m | None => kept end) = Ok kept ->
                 meets_move own other m).
    { intros a t' E. apply bind_ok in E. destruct E as [c [M E]]. apply move_of_ok in M.
      apply bind_ok in E. destruct E as [kept' [E E']]. apply (meet_h_ok _ _ _ _ True_) in E.
      injection E' as <-. destruct c as [c|]; simpl in E; [|apply E; trivial].
      destruct (N.eq_dec m c) as [->|Nm].
      - destruct E as [[r [_ [A B]]] _]. intros n; exists r; split; trivial.
      - apply (meets_fewer own other c m F). apply E.
        + destruct F as [F1 [F2 F3]]. repeat split; trivial. autorewrite with bits; tauto.
        + autorewrite with bits in Km; tauto. }
    destruct t as [|a [|b t]]; [discriminate | |].
    + destruct a; eauto.
    + destruct a; try (apply Shared; exact K); destruct b;
        try (apply Shared; exact K); apply Single in K; exact K.
Qed.

Lemma claim_h_ok own other entries f :
  (forall k f, PositiveMap.find k (held st) = Some f -> Holds (f_own f) (f_other f)) ->
  claim_h x ol tl st own other entries = Ok f -> Holds (f_own f) (f_other f).
Proof using closed_lines ol_full tl_full tl_some syms blocked.
  intros True_ H. unfold claim_h in H. apply bind_ok in H. destruct H as [todo [L H]].
  apply bind_ok in H. destruct H as [rest [E H]]. apply need_ok in H. destruct H as [Z H].
  apply N.eqb_eq in Z. subst rest.
  assert (K : Holds own other).
  { apply look_h_ok in L. destruct L as [L0 L1]. destruct (N.eqb_spec todo 0) as [Z|Z]; [auto |].
    destruct (L1 Z) as [Q M]. apply holds_moves; trivial. intros m F.
    destruct (has_dec todo m) as [T|T]; [|auto]. eapply entries_h_ok; eauto. rewrite has_0; tauto. }
  destruct (block x) eqn:B.
  - destruct (reduced x ol tl true own other) as [a b] eqn:Rd. injection H as <-; simpl.
    apply (reduced_on own other a b); auto.
  - injection H as <-; trivial.
Qed.

(** *** Claims w *)

Lemma threat_single own other c : ~ done ol own other -> many (threats ol own other) = false ->
  has (threats ol own other) c -> threat ol own other c /\ forall y, has (threats ol own other) y -> y = c.
Proof.
  intros D M H. split; [apply threats_spec; trivial |]. apply one_bit; trivial.
Qed.

Lemma look_w_ok own other zone todo : look_w x ol tl own other = Ok (zone, todo) ->
  (todo = 0 -> Wins own other zone 0 /\ (zone = 0 \/ many zone = true)) /\
  (todo <> 0 -> quiet tl own other /\
    ((exists c, threat ol own other c /\ zone = todo /\ forall y, has zone y <-> y = c) \/
     (zone = 0 /\ todo = empties x own other))).
Proof using ol_full tl_full.
  unfold look_w. destruct (doneb ol own other) eqn:D.
  { intros [= <- <-]. split; [|congruence]. intros _; split; [|auto].
    apply (wins_done (full x) ol tl ol_full), doneb_spec; trivial. }
  assert (ND : ~ done ol own other) by (rewrite <- doneb_spec; congruence).
  intros H. apply need_ok in H. destruct H as [C H]. apply all_quiet_spec in C. cbv zeta in H.
  destruct (many (threats ol own other)) eqn:M.
  { injection H as <- <-. split; [|congruence]. intros _.
    set (u := threats ol own other) in *.
    assert (U : u <> 0) by (intros E; rewrite E in M; discriminate).
    assert (V : N.clearbit u (low u) <> 0).
    { intros E. apply many_size in M. rewrite (size_clear u (low u)), E in M by (apply low_has; trivial).
      simpl in M; lia. }
    assert (A := low_has _ U). assert (B := low_has _ V). autorewrite with bits in B. destruct B as [B B'].
    split; [apply wins_two; trivial; try (apply threats_spec; trivial); congruence |]. right.
    set (v := low (N.clearbit u (low u))) in *.
    apply (two_many (N.setbit (N.setbit 0 (low u)) v) (low u) v); [congruence | |]; rewrite !has_set; auto. }
  destruct (N.eqb_spec (threats ol own other) 0) as [Z|Z]; cbn [negb] in H.
  - apply need_ok in H. destruct H as [C' [= <- <-]]. apply negb_true_iff, N.eqb_neq in C'.
    split; [congruence |]. intros _; split; auto.
  - injection H as <- <-. split; [congruence |]. intros _; split; trivial. left.
    destruct (some_bit _ Z) as [c Hc]. destruct (threat_single own other c ND M Hc) as [T O].
    exists c. split; [|split]; trivial. intros y; split; [auto | intros ->; trivial].
Qed.

Hypothesis won_true : forall k f, PositiveMap.find k (won st) = Some f ->
  Wins (f_own f) (f_other f) (f_zone f) (f_passes f).

Lemma find_w_ok own other step Z n : find_w x ol tl st own other step = Ok (Z, n) -> Wins own other Z n.
Proof using closed_lines ol_full tl_full syms won_true.
  unfold find_w. intros H. apply bind_ok in H. destruct H as [to [E H]]. apply step_in in E.
  destruct (reduced x ol tl false own other) as [a b] eqn:Rd.
  destruct (recall _ _ _) as [f|] eqn:F; [|discriminate]. apply recall_in in F.
  destruct F as [F [F1 F2]]. apply won_true in F. rewrite F1, F2 in F. injection H as HZ <-.
  apply reduced_spec in Rd. cbv zeta in Rd. destruct Rd as [A [B [T _]]].
  assert (G : Wins a b Z (f_passes f)).
  { destruct to as [to|]; simpl in *; [|subst Z; trivial].
    destruct (syms to E) as [h [g [R [Img [Pre [Sub [Cl _]]]]]]]. destruct (closed_lines h Cl) as [[_ O] [Th Tb]].
    subst Z. apply (wins_renamed (full x) h g R ol tl ol_full tl_full O Th Tb a b (image to a) (image to b) _ (f_zone f));
      auto. }
  apply (wins_from (full x) ol tl own other a b); trivial.
  intros L I D. destruct (T L I D) as [D' E']. split; trivial. intros c C. apply (E' c C).
Qed.

Definition leads (own other : N) (first : option symbol) (Z : N) (n : nat) : Prop :=
  exists r Z', (first = Some Dash -> r = None) /\ may own other r /\ Wins (add own r) other Z' n /\
               Z = add Z' r.

Lemma leads_answers own other first Z n : leads own other first Z n -> Answers own other Z n.
Proof. intros [r [Z' [_ [M [W ->]]]]]. apply answers_move; trivial. Qed.

Lemma moves_w_ok names step : forall own other Z n,
  moves_w x ol tl st own other names step = Ok (Z, n) -> leads own other (hd_error names) Z n.
Proof using closed_lines ol_full tl_full syms won_true.
  induction names as [|m names IH]; intros own other Z n H; [discriminate |]. cbn [moves_w] in H.
  apply bind_ok in H. destruct H as [r [M H]].
  assert (Hd : hd_error (m :: names) = Some Dash -> r = None).
  { simpl. intros [= ->]. injection M as <-; trivial. }
  apply move_of_ok in M. cbv zeta in H.
  assert (Lead : forall Z' k, Wins (add own r) other Z' k -> leads own other (hd_error (m :: names)) (add Z' r) k).
  { intros Z' k W. exists r, Z'. auto. }
  apply bind_ok in H. destruct H as [[zone todo] [L H]]. apply look_w_ok in L. destruct L as [L0 L1].
  assert (Zone : zone <> 0 -> todo <> 0 -> forall c, has zone c -> free (add own r) other c).
  { intros Z1 Z2 c C. destruct (L1 Z2) as [_ [[d [T [_ U]]]|[U _]]]; [|congruence].
    apply U in C. subst d. apply (threats_free _ _ _ T). }
  destruct names as [|m' names].
  - destruct (N.eqb_spec todo 0) as [Z0|Z0].
    + injection H as <- <-. apply Lead. apply L0; trivial.
    + apply bind_ok in H. destruct H as [[z k] [F H]]. injection H as <- <-.
      apply find_w_ok in F. apply Lead. apply wins_more with z k; trivial.
      * intros c; autorewrite with bits; auto.
      * intros c; autorewrite with bits. intros [C|C]; [|apply F; trivial].
        apply Zone; trivial. intros E; rewrite E, has_0 in C; trivial.
  - apply need_ok in H. destruct H as [C H]. apply andb_true_iff in C. destruct C as [C1 C2].
    apply negb_true_iff, N.eqb_neq in C1. apply negb_true_iff in C2.
    apply bind_ok in H. destruct H as [[z k] [F H]]. injection H as <- <-. apply IH, leads_answers in F.
    apply Lead. assert (Low := low_has _ C1).
    destruct (N.eq_dec todo 0) as [Z0|Z0].
    + destruct (L0 Z0) as [_ [|]]; congruence.
    + destruct (L1 Z0) as [Q [[d [T [_ U]]]|[U _]]]; [|congruence].
      assert (Ld := proj1 (U _) Low). subst d. replace (N.lor zone z) with (N.setbit z (low zone)).
      * apply wins_forced; trivial.
      * apply ext; intros c; autorewrite with bits. rewrite U. tauto.
Qed.

Lemma unmet_zone own other z n : in_zone (full x) z own other -> in_zone (full x) (unmet tl own other z n) own other.
Proof using tl_full.
  intros F c H. apply has_unmet in H. destruct H as [H|[L [I [S [C O]]]]]; [auto |].
  unfold short in S. apply andb_true_iff in S. destruct S as [S _]. apply disjb_spec in S.
  repeat split; trivial; [apply (tl_full L); trivial |]. intros E; apply (S c); trivial.
Qed.

Notation right_entry := (right_entry (full x) ol tl).
Notation meets := (meets tl).

Lemma entries_w_ok own other entries : forall first zone passes todo zone' passes' rest es,
  entries_w x ol tl st own other first zone passes todo entries = Ok (zone', passes', rest) ->
  (forall e, In e es -> right_entry own other e /\ sub (fst (snd e)) zone /\ (snd (snd e) <= passes)%nat) ->
  in_zone (full x) zone own other ->
  exists es', incl es es' /\
    (forall e, In e es' -> right_entry own other e /\ sub (fst (snd e)) zone' /\ (snd (snd e) <= passes')%nat) /\
    in_zone (full x) zone' own other /\ sub zone zone' /\ (passes <= passes')%nat /\
    (forall y, has todo y -> has rest y \/ exists e, In e es' /\ meets own other y e) /\
    (first = true -> entries <> [] -> exists e, In e es' /\
       sub (unmet tl own other (fst (snd e)) (snd (snd e))) zone' /\ (S (snd (snd e)) <= passes')%nat).
Proof using closed_lines ol_full tl_full syms won_true.
  induction entries as [|t entries IH]; intros first zone passes todo zone' passes' rest es H A F.
  - injection H as <- <- <-. exists es. split; [apply incl_refl |]. split; [trivial |].
    split; [trivial |]. split; [intros c; trivial |]. split; [lia |]. split; [auto |]. congruence.
  - cbn [entries_w] in H. destruct t as [|r t]; [discriminate |].
    apply bind_ok in H. destruct H as [m [M H]]. apply move_of_ok in M.
    apply bind_ok in H. destruct H as [[z n] [E H]]. cbv zeta in H.
    assert (An : Answers own (add other m) z n).
    { unfold meet_w in E. destruct (split_at Dot t) as [names step]. eapply leads_answers, moves_w_ok; eauto. }
    clear E. destruct (zone_not_reply _ _ _ _ _ _ _ _ An) as [Fz Nz].
    set (e := (m, (z, n))). assert (Re : right_entry own other e) by (split; trivial).
    set (kept := unmet tl own other z n) in *.
    assert (Zk : sub z kept). { intros c C. apply has_unmet; auto. }
    set (zone1 := N.lor zone (if first then kept else z)) in *.
    set (passes1 := Nat.max passes (if first then S n else n)) in *.
    assert (Z1 : sub z zone1).
    { intros c C. unfold zone1. autorewrite with bits. destruct first; auto. }
    assert (P1 : (n <= passes1)%nat) by (unfold passes1; destruct first; lia).
    destruct (IH _ _ _ _ _ _ _ (e :: es) H) as [es' [I1 [I2 [I3 [I4 [I5 [I6 I7]]]]]]].
    + intros e' [<-|I]; [auto |]. destruct (A e' I) as [A1 [A2 A3]]. split; [trivial | split].
      * intros c C. unfold zone1. autorewrite with bits. auto.
      * unfold passes1; lia.
    + intros c. unfold zone1. autorewrite with bits. intros [C|C]; [auto |].
      destruct first; [apply (unmet_zone own other z n Fz c C) | auto].
    + assert (Ie : In e es') by (apply I1; simpl; auto).
      exists es'. split; [intros y Y; apply I1; simpl; auto |]. split; [trivial |]. split; [trivial |].
      split; [intros c C; apply I4; unfold zone1; autorewrite with bits; auto |].
      split; [unfold passes1 in *; lia |]. split.
      * intros y Y. destruct (has_dec kept y) as [K|K].
        -- destruct m as [c|].
           ++ destruct (N.eq_dec y c) as [->|Ny]; [right; exists e; split; [trivial | left; trivial] |].
              apply I6. autorewrite with bits. auto.
           ++ apply I6. autorewrite with bits. auto.
        -- right. exists e. split; [trivial | right; trivial].
      * intros -> _. exists e. split; [trivial |]. split.
        -- intros c C. apply I4. unfold zone1. autorewrite with bits. auto.
        -- unfold passes1 in *; simpl; lia.
Qed.

Lemma claim_w_ok own other entries f : claim_w x ol tl st own other entries = Ok f ->
  Wins (f_own f) (f_other f) (f_zone f) (f_passes f).
Proof using closed_lines ol_full tl_full syms won_true.
  unfold claim_w. intros H. apply bind_ok in H. destruct H as [[zone todo] [L H]].
  apply look_w_ok in L. destruct L as [L0 L1].
  apply bind_ok in H. destruct H as [[[zone' passes] rest] [E H]].
  apply need_ok in H. destruct H as [Z H]. apply N.eqb_eq in Z. subst rest. injection H as <-. simpl.
  destruct (N.eqb_spec todo 0) as [Z|Z].
  { injection E as <- <-. apply L0; trivial. }
  destruct (L1 Z) as [Q K].
  assert (Fz : in_zone (full x) zone own other).
  { destruct K as [[c [T [_ U]]]|[-> _]]; intros y Y; [|rewrite has_0 in Y; tauto].
    apply U in Y. subst y. apply (threats_free _ _ _ T). }
  destruct (entries_w_ok own other entries _ _ _ _ _ _ _ [] E) as [es [_ [I2 [I3 [I4 [_ [I6 I7]]]]]]];
    [intros e [] | trivial |].
  assert (Met : forall y, has todo y -> exists e, In e es /\ meets own other y e).
  { intros y Y. destruct (I6 y Y) as [B|B]; [rewrite has_0 in B; tauto | trivial]. }
  destruct K as [[c [T [ZT U]]]|[Z0 ZT]].
  - assert (C : has zone c) by (apply U; trivial). destruct (Met c) as [e [Ie Me]]; [congruence |].
    apply (wins_threat (full x) ol tl ol_full own other c es e); trivial.
    + apply I2; trivial.
    + apply I4; trivial.
    + intros e' I'. apply I2; trivial.
  - destruct I7 as [e1 [J1 [J2 J3]]].
    + apply N.eqb_eq; trivial.
    + intros ->. injection E as _ _ E. congruence.
    + apply (wins_free (full x) ol tl own other e1 es); trivial.
      * intros e [<-|I]; apply I2; trivial.
      * intros y Y. destruct (Met y) as [e [I M]]; [subst todo; apply empties_spec; trivial |].
        exists e; simpl; auto.
Qed.
End Half.

(** ** Every move *)

Section Each.
Variable x : context.
Variable winning : bool.
Hypothesis rows_full : forall r, In r (row_sets x) -> sub (fst r) (full x) /\ sub (snd r) (full x).
Variable st : state.
Hypothesis syms : forall to, In to (symmetries st) -> keeps x to.
Notation Ev := (Ev (full x) (row_sets x) (lose x) winning).
Notation Re := (Re (full x) (row_sets x) (lose x) winning).
Notation free := (free (full x)).
Hypothesis true_ : forall k f, PositiveMap.find k (if winning then won st else held st) = Some f ->
  Ev (f_own f) (f_other f).

Lemma look_e_ok own other todo : look_e x winning own other = Ok todo ->
  (over x winning own other = Some true /\ todo = []) \/
  (over x winning own other = None /\ forall m, free own other m -> ~ In m todo ->
     over x winning own (N.setbit other m) = Some true).
Proof.
  unfold look_e. intros H. apply need_ok in H. destruct H as [_ H].
  destruct (over x winning own other) as [[]|]; [injection H as <-; auto | discriminate |].
  right. split; trivial. intros m F N. injection H as <-.
  destruct (over x winning own (N.setbit other m)) as [[]|] eqn:E; trivial; elim N; apply filter_In;
    rewrite E; (split; [|trivial]); unfold free_cells; apply filter_In;
    (split; [apply in_all_of; apply F | apply (empties_spec x); trivial]).
Qed.

Lemma find_e_ok own other step u : find_e winning st own other step = Ok u -> Ev own other.
Proof using rows_full syms true_.
  unfold find_e. intros H. apply bind_ok in H. destruct H as [to [E H]].
  assert (I : match to with Some to => In to (symmetries st) | None => True end).
  { destruct to; trivial. eapply step_of_ok; eauto. }
  destruct (recall _ _ _) as [f|] eqn:F; [|discriminate]. apply recall_in in F.
  destruct F as [F [F1 F2]]. apply true_ in F. rewrite F1, F2 in F.
  destruct to as [to|]; simpl in F; trivial.
  destruct (syms to I) as [h [g [R [Img [_ [_ [_ [A B]]]]]]]].
  apply (ev_renamed (full x) h g R (row_sets x) rows_full A B _ _ _ _ F); auto.
Qed.

Lemma meet_e_ok own other t u : meet_e x winning st own other t = Ok u ->
  exists m r, hd_error t = Some m /\ move_of m (full x) own other = Ok r /\ Ev (add own r) other.
Proof using rows_full syms true_.
  unfold meet_e. destruct (split_at Dot t) as [names step] eqn:Sp. destruct names as [|m names]; [discriminate |].
  apply split_head in Sp. intros H. apply need_ok in H. destruct H as [_ H].
  apply bind_ok in H. destruct H as [r [M H]]. apply bind_ok in H. destruct H as [todo [L H]].
  apply need_ok in H. destruct H as [_ H]. exists m, r. split; [trivial |]. split; [trivial |].
  apply look_e_ok in L. destruct L as [[E _]|[E K]]; [apply ev_end; exact E |].
  destruct todo as [|c todo].
  - apply ev_go; [exact E |]. intros y F. apply re_end. apply K; auto.
  - eapply find_e_ok; eauto.
Qed.

Lemma answered own other c r : over x winning own other = None -> free own (N.setbit other c) r ->
  Ev (N.setbit own r) (N.setbit other c) -> Re own (N.setbit other c).
Proof.
  intros N F E. destruct (over x winning own (N.setbit other c)) as [b|] eqn:V.
  2: { apply re_go with r; trivial. }
  assert (V' : exists b', over x winning (N.setbit own r) (N.setbit other c) = b' /\ b' <> Some false).
  { inversion E as [? ? A | ? ? A]; subst; eexists; (split; [exact A | discriminate]). }
  destruct V' as [b' [V' Nb]]. unfold over, ended in *.
  destruct (completes (row_sets x) own); [rewrite orb_true_r in N; discriminate |].
  destruct (completes (row_sets x) (N.setbit other c)) eqn:Cm; simpl in V, V'.
  - apply re_end. unfold ended. rewrite Cm. simpl. subst b'. destruct (lose x); simpl in *; congruence.
  - exfalso. destruct (subb (full x) (N.lor own (N.setbit other c))) eqn:S; [|discriminate].
    apply subb_spec in S. destruct F as [F1 [F2 F3]]. apply S in F1. rewrite has_lor in F1. tauto.
Qed.

Lemma entries_e_ok own other entries : over x winning own other = None -> forall todo rest,
  entries_e x winning st own other todo entries = Ok rest ->
  forall m, free own other m -> In m todo -> ~ In m rest -> Re own (N.setbit other m).
Proof using rows_full syms true_.
  intros V. induction entries as [|t entries IH]; intros todo rest H m F I N; [injection H as <-; tauto |].
  cbn [entries_e] in H. apply need_ok in H. destruct H as [Nd H].
  destruct t as [|a t]; [discriminate |].
  apply bind_ok in H. destruct H as [c [M H]]. apply bind_ok in H. destruct H as [u [Me H]].
  apply move_of_ok in M. destruct c as [c|].
  - destruct (N.eq_dec m c) as [->|Nm].
    + apply meet_e_ok in Me. destruct Me as [a' [r [Hd [Mr E]]]].
      assert (Na : a' <> Dash).
      { intros ->. destruct t as [|b t]; [discriminate |]. simpl in Hd. injection Hd as ->.
        apply negb_true_iff in Nd. simpl in Nd. rewrite orb_true_r in Nd. discriminate. }
      destruct r as [r|]; [|destruct a'; simpl in Mr; try congruence;
                            apply need_ok in Mr; destruct Mr; congruence].
      apply move_of_ok in Mr. apply answered with r; trivial.
    + apply (IH _ _ H m F); trivial. apply filter_In. split; trivial.
      apply negb_true_iff, N.eqb_neq; trivial.
  - apply (IH _ _ H m F); trivial.
Qed.

Lemma claim_e_ok own other entries f : claim_e x winning st own other entries = Ok f -> Ev (f_own f) (f_other f).
Proof using rows_full syms true_.
  unfold claim_e. intros H. apply bind_ok in H. destruct H as [todo [L H]].
  apply bind_ok in H. destruct H as [rest [E H]]. apply need_ok in H. destruct H as [Z H].
  destruct rest; [|discriminate]. injection H as <-. simpl.
  apply look_e_ok in L. destruct L as [[V _]|[V K]]; [apply ev_end; exact V |].
  apply ev_go; [exact V |]. intros m F. destruct todo as [|c todo].
  - apply re_end. apply K; auto.
  - destruct (in_dec N.eq_dec m (c :: todo)) as [I|I]; [|apply re_end; apply K; trivial].
    eapply entries_e_ok; eauto.
Qed.
End Each.
