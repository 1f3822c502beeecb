(** * The theorem: what the checker says of a game is true *)

From Coq Require Import List Bool NArith PeanoNat Wf_nat FMapPositive Lia.
From Noughts Require Import Game Bits Hold HoldRules Win Real Every Checker Sound.
Import ListNotations.
Local Open Scope N_scope.

Definition means (g : game) (pos : position) (s : statement) : Prop :=
  match s with Wins_ p => wins g p pos | Does_not_win p => does_not_win g p pos end.

(** ** Rows as sets, and lines *)

Lemma distinct_in {A} (same : A -> A -> bool) l : (forall a b, same a b = true -> a = b) ->
  forall a, In a (distinct same l) <-> In a l.
Proof.
  intros S a. induction l as [|b l IH]; simpl; [tauto |].
  destruct (existsb (same b) (distinct same l)) eqn:E; simpl; rewrite IH; [|tauto].
  split; [auto |]. intros [<-|]; trivial. apply existsb_exists in E. destruct E as [c [I E]].
  apply S in E. subst c. apply IH; trivial.
Qed.

Lemma size_less a b : sub a b -> a <> b -> (size a < size b)%nat.
Proof.
  intros S N. rewrite (size_split b a). assert (L : (size a <= size (N.land b a))%nat).
  { apply size_sub. intros c H; autorewrite with bits; auto. }
  assert (N.ldiff b a <> 0); [|pose proof (proj1 (size_0 (N.ldiff b a))); destruct (size (N.ldiff b a)); [tauto | lia]].
  intros E. apply N. apply ext. intros c. split; [apply S |]. intros H.
  destruct (has_dec a c) as [|K]; trivial.
  assert (F : has (N.ldiff b a) c) by (autorewrite with bits; auto). rewrite E, has_0 in F; tauto.
Qed.

Lemma shortest_below sets : forall k a, size a = k -> In a sets -> exists b, In b (shortest sets) /\ sub b a.
Proof.
  induction k as [k IH] using lt_wf_ind. intros a E I.
  destruct (existsb_dec (fun b => subb b a && negb (a =? b)) sets) as [[b [J B]]|N].
  - apply andb_true_iff in B. destruct B as [B1 B2]. apply subb_spec in B1.
    apply negb_true_iff, N.eqb_neq in B2.
    destruct (IH (size b)) with (a := b) as [c [K S]]; trivial; [subst k; apply size_less; [exact B1 | congruence] |].
    exists c; split; trivial. intros x X; auto.
  - exists a; split; [|intros x; trivial]. apply filter_In; split; trivial. apply forallb_forall.
    intros b J. specialize (N b J). cbn beta in N. destruct (subb b a), (a =? b); simpl in *; congruence.
Qed.

Section Game.
Variable g : game.
Notation x := (context_of g).

Lemma row_sets_in r : In r (row_sets x) <->
  exists q, In q (rows g) /\ r = (of_list (on q), of_list (too_long q)).
Proof.
  simpl. rewrite distinct_in, in_map_iff.
  - split; intros [q [A B]]; exists q; auto.
  - intros [a b] [c d] H. apply andb_true_iff in H. simpl in H. rewrite !N.eqb_eq in H. destruct H; congruence.
Qed.

Lemma lines_in L : In L (lines x) -> exists r, In r (row_sets x) /\ fst r = L.
Proof.
  simpl. intros H. apply filter_In in H. destruct H as [H _].
  apply distinct_in in H; [|intros a b; apply N.eqb_eq]. apply in_map_iff in H.
  destruct H as [r [E I]]. exists r; auto.
Qed.

Lemma line_below r : In r (row_sets x) -> exists L, In L (lines x) /\ sub L (fst r).
Proof.
  intros I. simpl lines. apply (shortest_below _ (size (fst r))); trivial.
  apply distinct_in; [intros a b; apply N.eqb_eq |]. apply in_map; trivial.
Qed.

Lemma completes_rows s l : holds_stones s l -> completes (row_sets x) s = existsb (completed l) (rows g).
Proof.
  intros H. apply eq_true_iff_eq. unfold completes. rewrite !existsb_exists.
  assert (E : forall q, completed l q = true <->
    subb (of_list (on q)) s && disjb (of_list (too_long q)) s = true).
  { intros q. unfold completed. rewrite !andb_true_iff, negb_true_iff, subb_spec, disjb_spec, forallb_forall.
    rewrite <- not_true_iff_false, existsb_exists. split; intros [A B]; split.
    - intros c C. apply has_of_list in C. apply H, mem_in; auto.
    - intros c C D. apply B. exists c. apply has_of_list in C. split; trivial. apply mem_in, H; trivial.
    - intros c C. apply mem_in, H, A, has_of_list; trivial.
    - intros [c [C D]]. apply (B c); [apply has_of_list; trivial | apply H, mem_in; trivial]. }
  split.
  - intros [r [I C]]. apply row_sets_in in I. destruct I as [q [J ->]]. exists q. rewrite E; auto.
  - intros [q [J C]]. exists (of_list (on q), of_list (too_long q)). split; [apply row_sets_in; eauto |].
    apply E; trivial.
Qed.

Lemma hurt_rows : hurt x = false -> misere g = false /\ forall r, In r (row_sets x) -> snd r = 0.
Proof.
  simpl. intros H. apply orb_false_iff in H. destruct H as [M E]. split; trivial. intros r I.
  destruct (N.eqb_spec (snd r) 0) as [|N]; trivial. exfalso.
  assert (T : existsb (fun r => negb (snd r =? 0)) (row_sets x) = true); [|simpl in T; congruence].
  apply existsb_exists. exists r; split; trivial. apply negb_true_iff, N.eqb_neq; trivial.
Qed.

Lemma rows_done s t l : hurt x = false -> holds_stones s l -> disj s t ->
  (existsb (completed l) (rows g) = true <-> done (lines x) s t).
Proof.
  intros U H D. rewrite <- (completes_rows s l H). unfold completes. rewrite existsb_exists.
  destruct (hurt_rows U) as [_ Z]. split.
  - intros [r [I C]]. apply andb_true_iff in C. destruct C as [C _]. apply subb_spec in C.
    destruct (line_below r I) as [L [J S]]. exists L. repeat split; trivial.
    + intros c A B. apply (D c); auto.
    + intros c A; auto.
  - intros [L [I [_ S]]]. destruct (lines_in L I) as [r [J <-]]. exists r. split; trivial.
    apply andb_true_iff. split; [apply subb_spec; trivial |]. rewrite (Z r J). apply disjb_spec.
    intros c C; rewrite has_0 in C; tauto.
Qed.

Hypothesis rows_good : forallb (fun r => subb (fst r) (full x) && subb (snd r) (full x) && negb (fst r =? 0)) (row_sets x) = true.
Hypothesis no_both : block x && hurt x = false.

Lemma rows_full r : In r (row_sets x) -> sub (fst r) (full x) /\ sub (snd r) (full x).
Proof using rows_good.
  intros I. rewrite forallb_forall in rows_good. specialize (rows_good r I). cbn beta in rows_good.
  repeat rewrite andb_true_iff in rows_good. rewrite !subb_spec in rows_good. tauto.
Qed.

Lemma lines_full L : In L (lines x) -> sub L (full x).
Proof using rows_good. intros I. destruct (lines_in L I) as [r [J <-]]. apply rows_full; trivial. Qed.

Lemma lines_some L : In L (lines x) -> exists c, has L c.
Proof using rows_good.
  intros I. destruct (lines_in L I) as [r [J <-]]. apply some_bit.
  rewrite forallb_forall in rows_good. specialize (rows_good r J). cbn beta in rows_good.
  repeat rewrite andb_true_iff in rows_good. apply N.eqb_neq, negb_true_iff; tauto.
Qed.

Lemma own_full w L : In L (own_lines x w) -> sub L (full x).
Proof using rows_good.
  unfold own_lines. destruct (negb w && block x); [intros [] | apply lines_full].
Qed.

Lemma other_full w L : In L (other_lines x w) -> sub L (full x).
Proof using rows_good.
  unfold other_lines. destruct (w && block x); [intros [] | apply lines_full].
Qed.

Lemma other_some w L : In L (other_lines x w) -> exists c, has L c.
Proof using rows_good.
  unfold other_lines. destruct (w && block x); [intros [] | apply lines_some].
Qed.

Lemma closed_both w f : closed (full x) f (lines x) ->
  closed (full x) f (own_lines x w) /\ closed (full x) f (other_lines x w).
Proof.
  intros C. assert (N : closed (full x) f []) by (split; intros L []).
  unfold own_lines, other_lines. destruct (negb w && block x), (w && block x); auto.
Qed.

Lemma blocked_none : block x = true -> own_lines x false = [].
Proof. unfold own_lines; intros ->; trivial. Qed.

(** ** What has been read is true *)

Variable pos : position.
Hypothesis goes_on : empty g pos <> [].
Hypothesis x_open : existsb (completed (of_x pos)) (rows g) = false.
Hypothesis o_open : existsb (completed (of_o pos)) (rows g) = false.
Hypothesis two_sides : disj (of_list (of_x pos)) (of_list (of_o pos)).

Definition fact_true (winning : bool) (f : fact) : Prop :=
  if hurt x then Ev (full x) (row_sets x) (lose x) winning (f_own f) (f_other f)
  else if winning then Wins (full x) (own_lines x true) (other_lines x true) (f_own f) (f_other f) (f_zone f) (f_passes f)
  else Holds (full x) (own_lines x false) (other_lines x false) (f_own f) (f_other f).

Record right (st : state) : Prop := {
  right_symmetries : forall to, In to (symmetries st) -> keeps x to;
  right_held : forall k f, PositiveMap.find k (held st) = Some f -> fact_true false f;
  right_won : forall k f, PositiveMap.find k (won st) = Some f -> fact_true true f;
  right_stated : forall s, In s (stated st) -> means g pos s
}.

Lemma claim_right st winning fields st' : right st -> claim x st winning fields = Ok st' -> right st'.
Proof using rows_good no_both.
  intros [R1 R2 R3 R4] H. unfold claim in H.
  apply bind_ok in H. destruct H as [a [_ H]]. apply need_ok in H. destruct H as [_ H].
  apply bind_ok in H. destruct H as [d [_ H]]. apply need_ok in H. destruct H as [_ H].
  apply bind_ok in H. destruct H as [b [_ H]]. cbv zeta in H.
  apply bind_ok in H. destruct H as [f [F H]].
  assert (T : fact_true winning f).
  { unfold fact_true in *. destruct (hurt x) eqn:U.
    - eapply (claim_e_ok x winning rows_full st R1); [|exact F].
      destruct winning; [exact R3 | exact R2].
    - destruct winning.
      + eapply (claim_w_ok x (own_lines x true) (other_lines x true) (own_full true) (other_full true)
                  (closed_both true) st R1); [exact R3 | exact F].
      + eapply (claim_h_ok x (own_lines x false) (other_lines x false) (own_full false) (other_full false)
                  (other_some false) (closed_both false) blocked_none st R1); [exact R2 | exact F]. }
  injection H as <-. destruct winning; constructor; simpl; trivial;
    intros k f' E; apply remember_in in E; destruct E as [->|E]; eauto.
Qed.

Lemma board_now p : board_of p pos (of_list (stones pos p)) (of_list (stones pos (opponent p))).
Proof using two_sides.
  constructor; try (intros c; apply has_of_list).
  destruct p; simpl; [exact two_sides |]. intros c A B; apply (two_sides c); trivial.
Qed.

Lemma open_now p : existsb (completed (stones pos p)) (rows g) = false.
Proof using x_open o_open. destruct p; simpl; trivial. Qed.

(** The lines of the two sides are those that count. *)
Lemma own_counts (winning : bool) p : hurt x = false -> (is_x (if winning then p else opponent p) || negb (block x) = true) ->
  forall pos own other, board_of p pos own other ->
  (has_row g pos p = true <-> done (own_lines x winning) own other).
Proof.
  clear no_both. intros U A q own other B. unfold has_row, own_lines.
  assert (R := rows_done own other (stones q p) U (own_stones _ _ _ _ B) (apart _ _ _ _ B)).
  assert (N : ~ done [] own other) by (intros [L [[] _]]).
  change (block x) with (only_blocks g) in *.
  destruct winning, p, (only_blocks g); simpl in *; rewrite ?andb_true_r, ?andb_false_r; try tauto;
    try discriminate; intuition discriminate.
Qed.

Lemma other_counts (winning : bool) p : hurt x = false -> (is_x (if winning then p else opponent p) || negb (block x) = true) ->
  forall pos own other, board_of p pos own other ->
  (has_row g pos (opponent p) = true <-> done (other_lines x winning) other own).
Proof.
  clear no_both. intros U A q own other B. unfold has_row, other_lines.
  assert (D : disj other own) by (intros c C E; apply (apart _ _ _ _ B c); trivial).
  assert (R := rows_done other own (stones q (opponent p)) U (other_stones _ _ _ _ B) D).
  assert (N : ~ done [] other own) by (intros [L [[] _]]).
  change (block x) with (only_blocks g) in *.
  destruct winning, p, (only_blocks g); simpl in *; rewrite ?andb_true_r, ?andb_false_r; try tauto;
    try discriminate; intuition discriminate.
Qed.

Lemma not_done_now (winning : bool) p : hurt x = false ->
  (is_x (if winning then p else opponent p) || negb (block x) = true) ->
  ~ done (own_lines x winning) (of_list (stones pos p)) (of_list (stones pos (opponent p))) /\
  ~ done (other_lines x winning) (of_list (stones pos (opponent p))) (of_list (stones pos p)).
Proof using x_open o_open two_sides.
  intros U A. assert (B := board_now p). split.
  - rewrite <- (own_counts winning p U A pos _ _ B). unfold has_row. rewrite open_now. discriminate.
  - rewrite <- (other_counts winning p U A pos _ _ B). unfold has_row. rewrite open_now. discriminate.
Qed.

Lemma ended_now p winning :
  ended (full x) (row_sets x) (lose x) winning (of_list (stones pos p)) (of_list (stones pos (opponent p))) = None.
Proof using x_open o_open two_sides goes_on.
  unfold ended. rewrite (completes_rows (of_list (stones pos p)) (stones pos p)) by (intros c; apply has_of_list).
  rewrite (completes_rows (of_list (stones pos (opponent p))) (stones pos (opponent p))) by (intros c; apply has_of_list).
  rewrite !open_now. simpl orb. cbv iota.
  destruct (subb (full x) _) eqn:S; trivial. exfalso. apply subb_spec in S.
  destruct (empty g pos) as [|c l] eqn:E; [tauto |]. assert (I : In c (empty g pos)) by (rewrite E; simpl; auto).
  apply (board_empty g p pos _ _ c (board_now p)) in I. destruct I as [I1 [I2 I3]].
  apply S in I1. rewrite has_lor in I1. tauto.
Qed.

Lemma related_self Z n own other : in_zone (full x) Z own other ->
  related (full x) (other_lines x true) Z n own other own other.
Proof.
  intros F. constructor; auto. intros c C. destruct (F c C) as [_ [_ ?]]; trivial.
Qed.

(** What a root shows: the own side [p] wins, or his opponent does not. *)
Lemma root_right st (winning : bool) p t : right st ->
  (is_x (if winning then p else opponent p) || negb (block x) = true) ->
  root x st winning (of_list (stones pos p)) (of_list (stones pos (opponent p)))
       (Bool.eqb (is_x p) (is_x (turn pos))) t = Ok tt ->
  means g pos (says (if winning then p else opponent p) winning).
Proof using rows_good no_both goes_on x_open o_open two_sides.
  intros [R1 R2 R3 R4] A H. unfold root in H. destruct t as [|m t]; [discriminate |].
  set (own := of_list (stones pos p)) in *. set (other := of_list (stones pos (opponent p))) in *.
  assert (B : board_of p pos own other) by apply board_now.
  assert (H' : (Bool.eqb (Bool.eqb (is_x p) (is_x (turn pos))) (negb (same_symbol m Dash)) = true) /\
    (if hurt x then meet_e x winning st own other (m :: t)
     else if winning then do _ <- meet_w x (own_lines x true) (other_lines x true) st own other (m :: t); Ok tt
     else do _ <- meet_h x (own_lines x false) (other_lines x false) st own other (m :: t); Ok tt) = Ok tt).
  { apply need_ok in H. destruct H as [_ H]. apply need_ok in H. exact H. }
  clear H. destruct H' as [T H]. apply eqb_prop in T.
  assert (Tp : (m <> Dash /\ turn pos = p) \/ (m = Dash /\ turn pos = opponent p)).
  { destruct m, p, (turn pos); simpl in T; try discriminate T; auto; left; split; trivial; discriminate. }
  clear T. destruct (hurt x) eqn:U.
  - assert (Bl : only_blocks g = false) by (change (block x && true = false) in no_both; rewrite andb_true_r in no_both; exact no_both).
    assert (Same : forall s l, holds_stones s l -> completes (row_sets x) s = existsb (completed l) (rows g))
      by apply completes_rows.
    assert (Comp : completes (row_sets x) own && completes (row_sets x) other = false).
    { rewrite (Same own (stones pos p)) by (intros c; apply has_of_list). rewrite open_now. trivial. }
    assert (F : forces g p (aim p winning) (length (empty g pos)) pos = true).
    { apply (meet_e_ok x winning rows_full st R1) in H.
      2: { unfold fact_true in R2, R3. rewrite U in R2, R3. destruct winning; [exact R3 | exact R2]. }
      destruct H as [m' [r [Hd [M E]]]]. injection Hd as <-.
      destruct Tp as [[Nm Tp]|[-> Tp]].
      - assert (Re (full x) (row_sets x) (misere g) winning own other).
        { destruct r as [r|]; [|destruct m; simpl in M; try congruence; apply need_ok in M; destruct M; congruence].
          apply move_of_ok in M. apply re_go with r; trivial. apply ended_now. }
        apply (re_forces g p (row_sets x) winning Bl Same own other H pos); trivial.
      - injection M as <-. simpl in E. apply (ev_forces g p (row_sets x) winning Bl Same own other E pos); trivial. }
    unfold aim in F. destruct winning; simpl.
    + eapply forces_wins; exact F.
    + eapply forces_does_not_win. rewrite opponent_twice. exact F.
  - destruct (hurt_rows U) as [Us _]. destruct (not_done_now winning p U A) as [ND1 ND2].
    assert (OC := own_counts winning p U A). assert (TC := other_counts winning p U A).
    unfold fact_true in R2, R3. rewrite U in R2, R3. destruct winning; simpl.
    + apply bind_ok in H. destruct H as [[Z n] [H _]]. unfold meet_w in H.
      destruct (split_at Dot (m :: t)) as [names step] eqn:Sp.
      assert (Hd : hd_error names = Some m).
      { destruct names as [|a names]; [discriminate |]. apply split_head in Sp. simpl in *. congruence. }
      apply (moves_w_ok x (own_lines x true) (other_lines x true) (own_full true) (other_full true)
               (closed_both true) st R1 R3) in H.
      assert (Fo : exists k, forces g p (result_eqb (Won p)) k pos = true).
      { destruct Tp as [[Nm Tp]|[-> Tp]].
        - apply leads_answers in H. destruct H as [F W].
          apply (answer_forces_real g p (own_lines x true) (other_lines x true) Us OC TC pos own other B Tp ND2 ND1 goes_on).
          apply W; trivial; [apply (apart _ _ _ _ B) | apply related_self; trivial].
        - destruct H as [r [Z' [R [_ [[F W] _]]]]]. rewrite (R Hd) in *. simpl in F, W.
          apply (win_forces_real g p (own_lines x true) (other_lines x true) Us OC TC pos own other B Tp ND2).
          apply W; trivial; [apply (apart _ _ _ _ B) | apply related_self; trivial]. }
      destruct Fo as [k Fo]. eapply forces_wins; exact Fo.
    + apply bind_ok in H. destruct H as [kept [H _]].
      apply (meet_h_ok x (own_lines x false) (other_lines x false) (own_full false) (other_full false)
               (other_some false) (closed_both false) blocked_none st R1 own other (m :: t) kept R2) in H.
      destruct H as [[r [Hd [M K]]] _].
      assert (Fo : exists k, forces g p (not_lost p) k pos = true).
      { destruct Tp as [[Nm Tp]|[-> Tp]].
        - apply (holds_forces_own g p (own_lines x false) (other_lines x false) Us OC TC pos own other r); trivial.
        - rewrite (Hd eq_refl) in K.
          apply (holds_forces g p (own_lines x false) (other_lines x false) Us OC TC pos own other); trivial. }
      destruct Fo as [k Fo]. eapply forces_does_not_win. rewrite opponent_twice. exact Fo.
Qed.

Lemma stolen_right : hurt x = false -> block x = false -> of_x pos = [] -> of_o pos = [] -> turn pos = X ->
  means g pos (Does_not_win O).
Proof.
  clear goes_on x_open o_open two_sides rows_good no_both.
  intros U B Ex Eo T. destruct (hurt_rows U) as [M Z]. simpl.
  assert (E : pos = no_stones) by (destruct pos; simpl in *; subst; trivial). rewrite E.
  apply second_does_not_win; trivial. intros r I.
  assert (S : of_list (too_long r) = 0).
  { apply (Z (of_list (on r), of_list (too_long r))). apply row_sets_in; eauto. }
  destruct (too_long r) as [|c l] eqn:E'; trivial. exfalso.
  assert (F : has (of_list (c :: l)) c) by (apply has_of_list; simpl; auto). rewrite S, has_0 in F; tauto.
Qed.

Hypothesis x_begins : of_x pos = [] -> of_o pos = [] -> turn pos = X.

Lemma line_right st i st' : right st -> line x (cells g) pos st i = Ok st' -> right st'.
Proof using rows_good no_both goes_on x_open o_open two_sides x_begins.
  intros R H. destruct i as [fields|winning fields|p winning t|]; simpl in H; [| | |discriminate].
  - destruct fields as [|t [|? ?]]; try discriminate. apply bind_ok in H. destruct H as [to [S H]].
    apply symmetry_of_ok in S. injection H as <-. destruct R as [R1 R2 R3 R4]. constructor; simpl; trivial.
    intros to' I. apply in_app_iff in I. simpl in I. destruct I as [I|[<-|[]]]; auto.
  - eapply claim_right; eauto.
  - assert (K : st' = Made (symmetries st) (held st) (won st) (stated st ++ [says p winning]) /\
                means g pos (says p winning)).
    { destruct t as [t|].
      - apply need_ok in H. destruct H as [A H]. apply bind_ok in H. destruct H as [[] [Ro H]].
        injection H as <-. split; trivial.
        assert (E : (if winning then (if winning then p else opponent p) else opponent (if winning then p else opponent p)) = p).
        { destruct winning; trivial. apply opponent_twice. }
        rewrite <- E at 1. eapply root_right; eauto. rewrite E. exact A.
      - apply need_ok in H. destruct H as [A H]. injection H as <-. split; trivial.
        repeat rewrite andb_true_iff in A. destruct A as [[[[A1 A2] A3] A4] A5].
        apply negb_true_iff in A1, A2, A3, A4. destruct p; [discriminate |]. subst winning. simpl.
        destruct (of_x pos) eqn:Ex; [|discriminate]. destruct (of_o pos) eqn:Eo; [|discriminate].
        apply stolen_right; trivial. auto. }
    destruct K as [-> K]. destruct R as [R1 R2 R3 R4]. constructor; simpl; trivial.
    intros s I. apply in_app_iff in I. simpl in I. destruct I as [I|[<-|[]]]; auto.
Qed.

Lemma read_right items : forall st st', right st -> read x (cells g) pos st items = Ok st' -> right st'.
Proof using rows_good no_both goes_on x_open o_open two_sides x_begins.
  induction items as [|i items IH]; intros st st' R H; [injection H as <-; trivial |].
  cbn [read] in H. apply bind_ok in H. destruct H as [st1 [L H]]. eapply IH; [|exact H].
  eapply line_right; eauto.
Qed.
End Game.

(** ** The theorem

    First, that the position is the one on the board. *)

Lemma places_in s board c : s <> Has_none ->
  (In c (places s board) <-> nth_error board (N.to_nat c) = Some s).
Proof.
  intros Ns. unfold places. rewrite in_map_iff. split.
  - intros [[i s'] [<- I]]. apply filter_In in I. destruct I as [I E]. simpl in *.
    assert (s' = s) by (destruct s, s'; congruence). subst s'.
    apply In_nth_error in I. destruct I as [k K].
    assert (Len : (k < length (combine (map N.of_nat (seq 0 (length board))) board))%nat).
    { apply nth_error_Some. congruence. }
    rewrite combine_length, map_length, seq_length, Nat.min_id in Len.
    apply (nth_error_nth _ _ (0, s)) in K.
    rewrite combine_nth in K by (rewrite map_length, seq_length; trivial).
    injection K as K1 K2. change 0 with (N.of_nat 0) in K1. rewrite map_nth, seq_nth in K1 by trivial.
    subst i. rewrite Nat2N.id. simpl. rewrite <- K2. apply nth_error_nth'. trivial.
  - intros E. exists (c, s). split; trivial. apply filter_In. split; [|destruct s; simpl; congruence].
    assert (Len : (N.to_nat c < length board)%nat) by (apply nth_error_Some; congruence).
    apply (nth_error_nth _ _ s) in E.
    replace (c, s) with (nth (N.to_nat c) (combine (map N.of_nat (seq 0 (length board))) board) (N.of_nat 0, s)).
    + apply nth_In. rewrite combine_length, map_length, seq_length, Nat.min_id. trivial.
    + rewrite combine_nth by (rewrite map_length, seq_length; trivial).
      rewrite map_nth, seq_nth by trivial. simpl. rewrite N2Nat.id, E. trivial.
Qed.

Theorem check_position g board items pos said : check g board items = Ok (pos, said) ->
  length board = cells g /\
  (forall c, In c (of_x pos) <-> nth_error board (N.to_nat c) = Some Has_x) /\
  (forall c, In c (of_o pos) <-> nth_error board (N.to_nat c) = Some Has_o) /\
  (turn pos = X <-> length (of_x pos) = length (of_o pos)).
Proof.
  unfold check. intros H. apply bind_ok in H. destruct H as [[[x pos'] st] [S H]].
  apply bind_ok in H. destruct H as [st' [R H]]. injection H as -> <-.
  unfold start in S. cbv zeta in S. apply need_ok in S. destruct S as [_ S].
  apply need_ok in S. destruct S as [_ S]. apply bind_ok in S. destruct S as [pos1 [P S]].
  injection S as _ -> _. unfold position_of in P. cbv zeta in P. apply need_ok in P.
  destruct P as [P E]. injection E as <-. simpl.
  repeat rewrite andb_true_iff in P. destruct P as [[[[[P _] _] _] _] _]. apply Nat.eqb_eq in P.
  split; [trivial |]. split; [intros c; apply places_in; discriminate |].
  split; [intros c; apply places_in; discriminate |].
  destruct (Nat.eqb_spec (length (places Has_x board)) (length (places Has_o board)));
    split; trivial; try discriminate; tauto.
Qed.

Theorem check_sound g board items pos said :
  check g board items = Ok (pos, said) -> forall s, In s said -> means g pos s.
Proof.
  unfold check. intros H. apply bind_ok in H. destruct H as [[[x pos'] st] [S H]].
  apply bind_ok in H. destruct H as [st' [R H]]. injection H as -> <-.
  unfold start in S. cbv zeta in S. apply need_ok in S. destruct S as [Good S].
  apply need_ok in S. destruct S as [NB S]. apply negb_true_iff in NB.
  apply bind_ok in S. destruct S as [pos1 [P S]]. injection S as <- -> <-.
  unfold position_of in P. cbv zeta in P. apply need_ok in P. destruct P as [P E].
  repeat rewrite andb_true_iff in P. rewrite !negb_true_iff in P.
  destruct P as [[[[[_ _] P1] P2] P3] P4]. apply disjb_spec in P4.
  injection E as E. assert (K : right g pos st').
  { eapply (read_right g Good NB pos); [| | | | | |exact R]; subst pos; simpl; trivial.
    - destruct (empty g _); [discriminate P1 | discriminate].
    - intros -> ->; trivial.
    - constructor; simpl; [tauto | | | tauto]; intros k f F; rewrite PositiveMap.gempty in F; discriminate. }
  apply K.
Qed.
