(** * Where extra stones can hurt: every move is answered *)

From Coq Require Import List Bool NArith PeanoNat Lia.
From Noughts Require Import Game Bits Hold HoldRules Win Real.
Import ListNotations.
Local Open Scope N_scope.

Section Every.
Variable full : N.
Variable rows : list (N * N).  (* a row, and the cells that make it too long *)
Variable reversed : bool.  (* misere *)
Variable winning : bool.  (* the own side is to win, not just not to lose *)
Notation free := (free full).

Definition completes (s : N) : bool := existsb (fun r => subb (fst r) s && disjb (snd r) s) rows.

(** Whether the game has ended as it should for the own side. *)
Definition ended (own other : N) : option bool :=
  if completes other || completes own then Some (Bool.eqb (completes other) reversed)
  else if subb full (N.lor own other) then Some (negb winning) else None.

(** [other] is to move in [Ev], [own] in [Re]. *)
Inductive Ev : N -> N -> Prop :=
| ev_end own other : ended own other = Some true -> Ev own other
| ev_go own other : ended own other = None ->
    (forall m, free own other m -> Re own (N.setbit other m)) -> Ev own other
with Re : N -> N -> Prop :=
| re_end own other : ended own other = Some true -> Re own other
| re_go own other r : ended own other = None -> free own other r -> Ev (N.setbit own r) other ->
    Re own other.
End Every.

Scheme Ev_both := Minimality for Ev Sort Prop
  with Re_both := Minimality for Re Sort Prop.

Section Link.
Variable g : game.
Variable p : player.
Variable rows_b : list (N * N).
Variable winning : bool.
Hypothesis both_play : only_blocks g = false.
Hypothesis same_rows : forall s l, holds_stones s l -> completes rows_b s = existsb (completed l) (rows g).
Notation full := (full_of g).
Notation ended := (ended full rows_b (misere g) winning).

Definition aim (r : result) : bool := if winning then result_eqb (Won p) r else not_lost p r.

Lemma outcome_ended pos own other : board_of p pos own other ->
  completes rows_b own && completes rows_b other = false ->
  match ended own other with
  | Some b => exists r, outcome g pos = Some r /\ aim r = b
  | None => outcome g pos = None
  end.
Proof using same_rows both_play.
  intros B E. assert (Ho : has_row g pos p = completes rows_b own).
  { unfold has_row. rewrite both_play, (same_rows _ _ (own_stones _ _ _ _ B)).
    destruct p; simpl; apply andb_true_r. }
  assert (Ht : has_row g pos (opponent p) = completes rows_b other).
  { unfold has_row. rewrite both_play, (same_rows _ _ (other_stones _ _ _ _ B)).
    destruct p; simpl; apply andb_true_r. }
  assert (Full : subb full (N.lor own other) = match empty g pos with [] => true | _ => false end).
  { destruct (empty g pos) as [|c l] eqn:Em.
    - apply subb_spec. intros c C; autorewrite with bits.
      destruct (has_dec own c), (has_dec other c); auto.
      assert (J : In c (empty g pos)); [|rewrite Em in J; destruct J].
      apply (board_empty g p pos own other c B). repeat split; trivial.
    - apply not_true_is_false; rewrite subb_spec; intros S.
      assert (I : In c (empty g pos)) by (rewrite Em; simpl; auto).
      apply (board_empty g p pos own other c B) in I. destruct I as [I1 [I2 I3]].
      apply S in I1. autorewrite with bits in I1. tauto. }
  unfold Every.ended. rewrite Full. unfold outcome, after_row, aim, not_lost.
  destruct p; simpl in Ho, Ht; rewrite Ho, Ht;
    destruct (completes rows_b own), (completes rows_b other); try discriminate E;
    destruct (misere g), winning, (empty g pos); simpl; eauto.
Qed.

Definition ev_real (moves : player) (own other : N) : Prop := forall pos k,
  board_of p pos own other -> completes rows_b own && completes rows_b other = false ->
  turn pos = moves -> (length (empty g pos) <= k)%nat -> forces g p aim k pos = true.

Lemma ended_none own other : ended own other = None ->
  completes rows_b own = false /\ completes rows_b other = false.
Proof.
  unfold Every.ended. destruct (completes rows_b own), (completes rows_b other); simpl; auto; discriminate.
Qed.

Lemma outcome_some_empty pos : outcome g pos = None -> exists c l, empty g pos = c :: l.
Proof.
  unfold outcome. destruct (has_row g pos X), (has_row g pos O), (empty g pos); try discriminate; eauto.
Qed.

Lemma ev_forces own other : Ev full rows_b (misere g) winning own other -> ev_real (opponent p) own other.
Proof using same_rows both_play.
  apply (Ev_both full rows_b (misere g) winning (ev_real (opponent p)) (ev_real p)); clear own other.
  - intros own other E pos k B N _ _. pose proof (outcome_ended pos own other B N) as Out.
    rewrite E in Out. destruct Out as [r [Out A]]. rewrite (forces_ends _ _ _ _ _ _ Out); trivial.
  - intros own other E _ IH pos k B N T Len. pose proof (outcome_ended pos own other B N) as Out.
    rewrite E in Out. destruct (outcome_some_empty _ Out) as [c0 [l Em]].
    destruct k as [|k]; [rewrite Em in Len; simpl in Len; lia |].
    apply forces_theirs; trivial. intros m J. assert (F := J).
    apply (board_empty g p pos own other m B) in F. pose proof (empty_fewer _ _ _ J).
    apply (IH m F).
    + apply board_theirs; trivial. apply F.
    + destruct (ended_none _ _ E) as [-> _]; trivial.
    + rewrite turn_play, T; apply opponent_twice.
    + lia.
  - intros own other E pos k B N _ _. pose proof (outcome_ended pos own other B N) as Out.
    rewrite E in Out. destruct Out as [r [Out A]]. rewrite (forces_ends _ _ _ _ _ _ Out); trivial.
  - intros own other r E F _ IH pos k B N T Len. pose proof (outcome_ended pos own other B N) as Out.
    rewrite E in Out. destruct (outcome_some_empty _ Out) as [c0 [l Em]].
    destruct k as [|k]; [rewrite Em in Len; simpl in Len; lia |].
    assert (J : In r (empty g pos)) by (apply (board_empty g p pos own other r B); trivial).
    pose proof (empty_fewer _ _ _ J). apply forces_own with r; trivial. apply IH.
    + apply board_own; trivial. apply F.
    + destruct (ended_none _ _ E) as [_ ->]. apply andb_false_r.
    + rewrite turn_play, T; trivial.
    + lia.
Qed.

Lemma re_forces own other : Re full rows_b (misere g) winning own other -> ev_real p own other.
Proof using same_rows both_play.
  intros [own0 other0 E|own0 other0 r E F W] pos k B N T Len.
  - pose proof (outcome_ended pos own0 other0 B N) as Out.
    rewrite E in Out. destruct Out as [r [Out A]]. rewrite (forces_ends _ _ _ _ _ _ Out); trivial.
  - pose proof (outcome_ended pos own0 other0 B N) as Out.
    rewrite E in Out. destruct (outcome_some_empty _ Out) as [c0 [l Em]].
    destruct k as [|k]; [rewrite Em in Len; simpl in Len; lia |].
    assert (J : In r (empty g pos)) by (apply (board_empty g p pos own0 other0 r B); trivial).
    pose proof (empty_fewer _ _ _ J). apply forces_own with r; trivial.
    apply (ev_forces _ _ W).
    + apply board_own; trivial. apply F.
    + destruct (ended_none _ _ E) as [_ ->]. apply andb_false_r.
    + rewrite turn_play, T; trivial.
    + lia.
Qed.
End Link.

(** ** Renaming the cells *)

Section Renaming.
Variable full : N.
Variables f g : N -> N.
Hypothesis R : renames full f g.
Notation img := (img full f).
Variable rows : list (N * N).
Hypothesis rows_full : forall r, In r rows -> sub (fst r) full /\ sub (snd r) full.
Hypothesis rows_there : forall r, In r rows -> exists r', In r' rows /\ img (fst r) (fst r') /\ img (snd r) (snd r').
Hypothesis rows_back : forall r', In r' rows -> exists r, In r rows /\ img (fst r) (fst r') /\ img (snd r) (snd r').

Lemma img_completes s s' : img s s' -> completes rows s = completes rows s'.
Proof using R rows_full rows_there rows_back.
  intros I. apply eq_true_iff_eq. unfold completes. rewrite !existsb_exists.
  assert (G : forall r r', In r rows -> In r' rows -> img (fst r) (fst r') -> img (snd r) (snd r') ->
    (subb (fst r) s && disjb (snd r) s = true <-> subb (fst r') s' && disjb (snd r') s' = true)).
  { intros r r' J J' A B. destruct (rows_full r J), (rows_full r' J').
    rewrite !andb_true_iff, !subb_spec, !disjb_spec.
    rewrite (img_sub full f g R (fst r) s (fst r') s'), (img_disj full f g R (snd r) s (snd r') s'); trivial.
    tauto. }
  split; intros [r [J E]].
  - destruct (rows_there r J) as [r' [J' [A B]]]. exists r'; split; trivial. apply (G r r'); trivial.
  - destruct (rows_back r J) as [r' [J' [A B]]]. exists r'; split; trivial. apply (G r' r); trivial.
Qed.

Lemma img_ended reversed winning own other own' other' : img own own' -> img other other' ->
  ended full rows reversed winning own other = ended full rows reversed winning own' other'.
Proof using R rows_full rows_there rows_back.
  intros A B. unfold ended. rewrite (img_completes _ _ A), (img_completes _ _ B).
  replace (subb full (N.lor own' other')) with (subb full (N.lor own other)); trivial.
  apply eq_true_iff_eq. rewrite !subb_spec. split; intros S c C.
  - assert (G := g_full _ _ _ R c C). apply S in G. assert (K := f_g _ _ _ R c C). assert (H := g_full _ _ _ R c C).
    autorewrite with bits in *. rewrite <- K. rewrite <- (A _ H), <- (B _ H); trivial.
  - assert (F := f_full _ _ _ R c C). apply S in F. autorewrite with bits in *.
    rewrite (A _ C), (B _ C); trivial.
Qed.

Lemma ev_renamed reversed winning own' other' : Ev full rows reversed winning own' other' ->
  forall own other, img own own' -> img other other' -> Ev full rows reversed winning own other.
Proof using R rows_full rows_there rows_back.
  apply (Ev_both full rows reversed winning
    (fun own' other' => forall own other, img own own' -> img other other' -> Ev full rows reversed winning own other)
    (fun own' other' => forall own other, img own own' -> img other other' -> Re full rows reversed winning own other));
    clear own' other'.
  - intros own' other' E own other A B. apply ev_end. rewrite (img_ended _ _ _ _ _ _ A B); trivial.
  - intros own' other' E _ IH own other A B. apply ev_go; [rewrite (img_ended _ _ _ _ _ _ A B); trivial |].
    intros m F. apply (IH (f m)); trivial.
    + apply (img_free full f g R own other); trivial. apply F.
    + apply (img_set full f g R); trivial. apply F.
  - intros own' other' E own other A B. apply re_end. rewrite (img_ended _ _ _ _ _ _ A B); trivial.
  - intros own' other' r E F _ IH own other A B. assert (Fr : has full r) by apply F.
    assert (G := g_full _ _ _ R r Fr). assert (K := f_g _ _ _ R r Fr).
    apply re_go with (g r); [rewrite (img_ended _ _ _ _ _ _ A B); trivial | |].
    + apply (img_free full f g R own other own' other' (g r)); trivial. rewrite K; trivial.
    + apply IH; trivial. pose proof (img_set full f g R own own' (g r) G A) as P.
      rewrite K in P; exact P.
Qed.
End Renaming.

(** ** Strategy stealing *)

Section Steal.
Variable g : game.
Hypothesis usual : misere g = false.
Hypothesis both_play : only_blocks g = false.
Hypothesis none_too_long : forall r, In r (rows g) -> too_long r = [].

Lemma row_more pos pos' p p' : (forall c, In c (stones pos p) -> In c (stones pos' p')) ->
  has_row g pos p = true -> has_row g pos' p' = true.
Proof using both_play none_too_long.
  intros S. unfold has_row. rewrite both_play. intros H. apply andb_true_iff in H; destruct H as [H _].
  apply andb_true_iff; split; [|destruct p'; trivial]. apply existsb_exists in H.
  apply existsb_exists. destruct H as [r [I C]]; exists r; split; trivial. unfold completed in *.
  rewrite (none_too_long r I) in *. simpl in *. rewrite andb_true_r in *.
  rewrite forallb_forall in *. intros c J. apply mem_in, S, mem_in; auto.
Qed.

Definition steals (pos pos' : position) : Prop :=
  (forall c, In c (of_o pos) -> In c (of_x pos')) /\ (forall c, In c (of_o pos') -> In c (of_x pos)).

Lemma outcome_cases pos : has_row g pos X = true /\ outcome g pos = Some (Won X) \/
  has_row g pos X = false /\ has_row g pos O = true /\ outcome g pos = Some (Won O) \/
  has_row g pos X = false /\ has_row g pos O = false /\
    (empty g pos = [] /\ outcome g pos = Some Drawn \/ empty g pos <> [] /\ outcome g pos = None).
Proof using usual.
  unfold outcome, after_row. rewrite usual.
  destruct (has_row g pos X), (has_row g pos O), (empty g pos); intuition congruence.
Qed.

Notation forced_x := (forces g X (result_eqb (Won X))).
Notation forced_o := (forces g O (result_eqb (Won O))).

Lemma steal n : forall pos pos' k, forced_o n pos = true -> steals pos pos' ->
  (empty g pos' = [] -> outcome g pos' = Some (Won X)) /\
  (turn pos' = opponent (turn pos) -> (length (empty g pos') <= k)%nat -> forced_x k pos' = true).
Proof using usual both_play none_too_long.
  induction n as [|n IH]; intros pos pos' k H [S1 S2].
  - destruct (outcome_cases pos) as [[_ E]|[[NX [RO E]]|[_ [_ [[_ E]|[_ E]]]]]];
      simpl in H; rewrite E in H; simpl in H; try discriminate.
    assert (R : has_row g pos' X = true) by (apply (row_more pos pos' O X); trivial).
    assert (E' : outcome g pos' = Some (Won X)) by (unfold outcome, after_row; rewrite R, usual; trivial).
    split; trivial. intros; rewrite (forces_ends _ _ _ _ _ _ E'); reflexivity.
  - destruct (outcome_cases pos) as [[_ E]|[[NX [RO E]]|[NX [NO [[_ E]|[Em E]]]]]].
    + rewrite (forces_ends _ _ _ _ _ _ E) in H; discriminate.
    + assert (R : has_row g pos' X = true) by (apply (row_more pos pos' O X); trivial).
      assert (E' : outcome g pos' = Some (Won X)) by (unfold outcome, after_row; rewrite R, usual; trivial).
      split; trivial. intros; rewrite (forces_ends _ _ _ _ _ _ E'); reflexivity.
    + rewrite (forces_ends _ _ _ _ _ _ E) in H; discriminate.
    + simpl in H; rewrite E in H.
      assert (NO' : has_row g pos' O = false).
      { destruct (has_row g pos' O) eqn:R; trivial.
        rewrite (row_more pos' pos O X S2 R) in NX; discriminate. }
      assert (Next : exists c, In c (empty g pos) /\ forced_o n (play pos c) = true).
      { destruct (player_eq (turn pos) O); [apply existsb_exists in H; trivial |].
        rewrite forallb_forall in H. destruct (empty g pos) as [|c l] eqn:Ep; [tauto |].
        exists c; simpl; split; [auto | apply H; simpl; auto]. }
      assert (Full : empty g pos' = [] -> outcome g pos' = Some (Won X)).
      { intros Em'. destruct Next as [c [I F]].
        apply (IH (play pos c) pos' 0%nat F); trivial. apply in_empty in I. destruct I as [I1 [I2 I3]].
        split; intros x X; unfold play in *; destruct (turn pos); simpl in *; auto.
        destruct X as [<-|X]; auto.
        destruct (in_dec N.eq_dec c (of_x pos')) as [|N1]; trivial. exfalso.
        assert (J : In c (empty g pos')); [|rewrite Em' in J; destruct J].
        apply in_empty; repeat split; trivial. intros J; auto. }
      split; trivial. intros T Len.
      destruct (outcome_cases pos') as [[_ E']|[[_ [R' _]]|[NX' [_ [[Em' _]|[Em' E']]]]]].
      * rewrite (forces_ends _ _ _ _ _ _ E'); reflexivity.
      * congruence.
      * rewrite (forces_ends _ _ _ _ _ _ (Full Em')); reflexivity.
      * destruct k as [|k]; [destruct (empty g pos'); [tauto | simpl in Len; lia] |].
        destruct (player_eq (turn pos) O) as [To|To].
        -- (* X, who plays as O does in [pos], is to move in [pos'] *)
           rewrite To in T; simpl in T. destruct Next as [c [I F]].
           assert (G : exists e, In e (empty g pos') /\ (e = c \/ In c (of_x pos'))).
           { destruct (in_dec N.eq_dec c (of_x pos')) as [J|J].
             - destruct (empty g pos') as [|e l] eqn:Ep; [tauto |]. exists e; simpl; auto.
             - exists c; split; auto. apply in_empty in I. apply in_empty.
               repeat split; try tauto. intros K; apply S2 in K; tauto. }
           destruct G as [e [J K]]. pose proof (empty_fewer _ _ _ J).
           apply forces_own with e; trivial. apply (IH (play pos c) (play pos' e)); trivial; [| |lia].
           ++ unfold play; rewrite To, T; split; simpl; intros x; [intros [<-|]; auto; destruct K; subst; auto | auto].
           ++ rewrite !turn_play, To, T; trivial.
        -- assert (Tx : turn pos = X) by (destruct (turn pos); congruence).
           rewrite Tx in T; simpl in T. rewrite forallb_forall in H.
           apply forces_theirs; trivial. intros m J. pose proof (empty_fewer _ _ _ J).
           assert (G : exists c, In c (empty g pos) /\ (c = m \/ In m (of_x pos))).
           { destruct (in_dec N.eq_dec m (of_x pos)) as [K|K].
             - destruct Next as [c [I _]]; exists c; auto.
             - exists m; split; auto. apply in_empty in J. apply in_empty.
               repeat split; try tauto. intros K'; apply S1 in K'; tauto. }
           destruct G as [c [I K]]. apply (IH (play pos c) (play pos' m)); auto; [| |lia].
           ++ unfold play; rewrite Tx, T; split; simpl; intros x; [auto | intros [<-|]; auto; destruct K; subst; auto].
           ++ rewrite !turn_play, Tx, T; trivial.
Qed.

Lemma determined p good n : forall pos, (length (empty g pos) <= n)%nat ->
  forces g p good n pos = false -> forces g (opponent p) (fun r => negb (good r)) n pos = true.
Proof.
  induction n as [|n IH]; intros pos Len H.
  - simpl in *. destruct (outcome g pos) as [r|] eqn:E; [rewrite H; trivial |].
    destruct (outcome_some_empty g pos E) as [c [l Em]]. rewrite Em in Len; simpl in Len; lia.
  - simpl in *. destruct (outcome g pos) as [r|] eqn:E; [rewrite H; trivial |].
    assert (L : forall c, In c (empty g pos) -> (length (empty g (play pos c)) <= n)%nat).
    { intros c I; pose proof (empty_fewer _ _ _ I); lia. }
    destruct (player_eq (turn pos) p) as [T|T]; destruct (player_eq (turn pos) (opponent p)) as [T'|T'];
      try (exfalso; destruct (turn pos), p; simpl in *; congruence).
    + apply forallb_forall; intros c I. apply IH; auto.
      destruct (forces g p good n (play pos c)) eqn:F; trivial. rewrite <- H. symmetry.
      apply existsb_exists; eauto.
    + apply existsb_exists. destruct (existsb_dec (fun c => negb (forces g p good n (play pos c))) (empty g pos)) as [[c [I F]]|F].
      * exists c; split; trivial. apply negb_true_iff in F. apply IH; auto.
      * rewrite <- not_true_iff_false in H. elim H. apply forallb_forall. intros c I.
        apply F in I. apply negb_false_iff in I; trivial.
Qed.

Lemma forces_weaken p (good good' : result -> bool) : (forall r, good r = true -> good' r = true) ->
  forall n pos, forces g p good n pos = true -> forces g p good' n pos = true.
Proof.
  intros W; induction n as [|n IH]; intros pos; simpl; destruct (outcome g pos); auto.
  destruct (player_eq (turn pos) p).
  - rewrite !existsb_exists. intros [c [I F]]; eauto.
  - rewrite !forallb_forall; auto.
Qed.

Theorem second_does_not_win : does_not_win g O no_stones.
Proof using usual both_play none_too_long.
  set (n := length (empty g no_stones)).
  destruct (forced_o n no_stones) eqn:F.
  - destruct (outcome_cases no_stones) as [[_ E]|[[NX [RO E]]|[_ [_ [[_ E]|[Em E]]]]]].
    + rewrite (forces_ends _ _ _ _ _ _ E) in F; discriminate.
    + rewrite (row_more no_stones no_stones O X) in NX; [discriminate | auto | trivial].
    + rewrite (forces_ends _ _ _ _ _ _ E) in F; discriminate.
    + destruct (empty g no_stones) as [|c l] eqn:Ep; [tauto |].
      apply (forces_does_not_win g O (S (length (empty g (play no_stones c))))).
      apply forces_own with c; trivial; [rewrite Ep; simpl; auto |].
      apply (forces_weaken X (result_eqb (Won X))).
      { intros r; destruct r as [[]|]; simpl; congruence. }
      apply (steal n no_stones); trivial. split; simpl; tauto.
  - apply (forces_does_not_win g O n). apply (determined O); trivial.
Qed.
End Steal.
