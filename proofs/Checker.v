(** * The checker: a program, of which Sound.v proves that what it accepts is true

    It reads what docs/reference/certificate-format.md describes, a line after another, after a small reader has split
    each line into fields and each field into symbols. *)

From Coq Require Import List Bool NArith PeanoNat FMapPositive.
From Noughts Require Import Game Bits Hold HoldRules Win Every.
Import ListNotations.
Local Open Scope N_scope.

(** ** What the reader makes of a line *)

Inductive symbol := Cell (c : N) | Dash | Dot | Equals | Other.
Notation text := (list symbol).

Inductive item :=
| Symmetry (fields : list text)
| Claim (winning : bool) (fields : list text)
| State (p : player) (winning : bool) (root : option text)  (* None: by strategy stealing *)
| Nothing.

Inductive statement := Wins_ (p : player) | Does_not_win (p : player).

(** ** Refusals. [unreadable] says which of them make the file no certificate. *)

Inductive why :=
| Named_twice | No_such_cell | Cannot_be_read | No_position | No_move | No_defence
| Taken | No_renaming | Moves_lines | Completes_at_once | Board_is_full | Not_met | Not_claimed
| No_single_threat | Not_a_pair | Holds_no_pair | Taken_twice | Ends_otherwise | Nobody_passes
| Not_stolen | Only_blocks | Root_moves.

Definition unreadable (w : why) : bool :=
  match w with
  | Named_twice | No_such_cell | Cannot_be_read | No_position | No_move | No_defence => true
  | _ => false
  end.

Inductive res (A : Type) := Ok (a : A) | Refused (w : why).
Arguments Ok {A} a.
Arguments Refused {A} w.

Definition bind {A B} (r : res A) (f : A -> res B) : res B :=
  match r with Ok a => f a | Refused w => Refused w end.
Notation "'do' x <- r ; k" := (bind r (fun x => k)) (at level 200, x pattern, r at level 100, k at level 200).
Notation "'need' c 'else' w ; k" := (if c then k else Refused w) (at level 200, c at level 100, w at level 100, k at level 200).

(** ** Reading fields *)

Definition same_symbol (a b : symbol) : bool :=
  match a, b with
  | Cell c, Cell d => c =? d
  | Dash, Dash | Dot, Dot | Equals, Equals | Other, Other => true
  | _, _ => false
  end.

Fixpoint named_once (t : text) : bool :=
  match t with [] => true | x :: t => negb (existsb (same_symbol x) t) && named_once t end.

(** The cells that a text names; a dash names none. *)
Fixpoint cells_of (t : text) : res (list N) :=
  match t with
  | [] => Ok []
  | Cell c :: t => do l <- cells_of t; Ok (c :: l)
  | Dash :: t => cells_of t
  | _ => Refused No_such_cell
  end.

Definition set_of (t : text) (allowed : N) : res N :=
  need named_once t else Named_twice;
  do l <- cells_of t;
  need subb (of_list l) allowed else Taken;
  Ok (of_list l).

(** A move to a free cell, or a pass. *)
Definition move_of (x : symbol) (full own other : N) : res (option N) :=
  match x with
  | Dash => Ok None
  | Cell c =>
      need N.testbit full c && negb (N.testbit own c) && negb (N.testbit other c) else Taken; Ok (Some c)
  | _ => Refused No_such_cell
  end.

Fixpoint split_at (x : symbol) (t : text) : text * option text :=
  match t with
  | [] => ([], None)
  | y :: t => if same_symbol x y then ([], Some t) else let (a, b) := split_at x t in (y :: a, b)
  end.

(** The number of a symmetry, from 1, without a zero before it. *)
Fixpoint digits (n : N) (t : text) : option N :=
  match t with
  | [] => Some n
  | Cell c :: t => if c <? 10 then digits (10 * n + c) t else None
  | _ => None
  end.

Definition number_of (t : text) : option N :=
  match t with
  | Cell c :: rest => if (0 <? c) && (c <? 10) then digits c rest else None
  | _ => None
  end.

(** ** The game *)

Record context := Context {
  full : N;
  row_sets : list (N * N);  (* what makes a row too long, with it *)
  lines : list N;  (* rows that contain no shorter one *)
  lose : bool;  (* misere *)
  block : bool;  (* O only blocks *)
  hurt : bool  (* extra stones can hurt *)
}.

Fixpoint distinct {A} (same : A -> A -> bool) (l : list A) : list A :=
  match l with
  | [] => []
  | x :: l => let rest := distinct same l in if existsb (same x) rest then rest else x :: rest
  end.

Definition same_row (a b : N * N) : bool := (fst a =? fst b) && (snd a =? snd b).

Definition shortest (sets : list N) : list N :=
  filter (fun a => forallb (fun b => negb (subb b a) || (a =? b)) sets) sets.

Definition context_of (g : game) : context :=
  let rs := distinct same_row (map (fun r => (of_list (on r), of_list (too_long r))) (rows g)) in
  Context (of_list (board g)) rs (shortest (distinct N.eqb (map fst rs))) (misere g) (only_blocks g)
          (misere g || existsb (fun r => negb (snd r =? 0)) rs).

(** ** Symmetries: where cells 0, 1, 2 ... go *)

Fixpoint image (to : list N) (s : N) : N :=
  match to with
  | [] => 0
  | x :: to => let rest := image to (N.div2 s) in if N.odd s then N.setbit rest x else rest
  end.

Fixpoint preimage (to : list N) (s : N) : N :=
  match to with
  | [] => 0
  | x :: to => let rest := preimage to s in if N.testbit s x then N.succ_double rest else N.double rest
  end.

Definition symmetry_of (x : context) (n : nat) (t : text) : res (list N) :=
  do l <- cells_of t;
  need (length t =? n)%nat && (length l =? n)%nat && different l && (of_list l =? full x) else No_renaming;
  let onto r := existsb (same_row (image l (fst r), image l (snd r))) (row_sets x) in
  let from r := existsb (same_row (preimage l (fst r), preimage l (snd r))) (row_sets x) in
  let lines_too s := existsb (N.eqb (image l s)) (lines x) && existsb (N.eqb (preimage l s)) (lines x) in
  need forallb onto (row_sets x) && forallb from (row_sets x) && forallb lines_too (lines x) else Moves_lines;
  Ok l.

(** ** Claims that have been made *)

Record fact := Fact { f_own : N; f_other : N; f_zone : N; f_passes : nat }.
Notation store := (PositiveMap.t fact).

Definition key (own other : N) : positive := N.succ_pos (N.lor own (N.shiftl other 64)).

Definition remember (s : store) (f : fact) : store := PositiveMap.add (key (f_own f) (f_other f)) f s.

Definition recall (s : store) (own other : N) : option fact :=
  match PositiveMap.find (key own other) s with
  | Some f => if (f_own f =? own) && (f_other f =? other) then Some f else None
  | None => None
  end.

Record state := Made {
  symmetries : list (list N);
  held : store;  (* claims h *)
  won : store;  (* claims w *)
  stated : list statement
}.

(** The symmetry at the end of a step. *)
Definition step_of (st : state) (step : option text) : res (option (list N)) :=
  match step with
  | None => Ok None
  | Some t =>
      match number_of t with
      | None => Refused Cannot_be_read
      | Some n =>
          need n <=? N.of_nat (length (symmetries st)) else Cannot_be_read;
          match nth_error (symmetries st) (N.to_nat (n - 1)) with
          | Some to => Ok (Some to)
          | None => Refused Cannot_be_read
          end
      end
  end.

Definition renamed (to : option (list N)) (s : N) : N :=
  match to with Some to => image to s | None => s end.

(** ** What is used throughout *)

Definition union (l : list N) : N := fold_right N.lor 0 l.
Definition open (ls : list N) (t : N) : list N := filter (fun L => disjb L t) ls.

Section Half.
Variable x : context.
Variables ol tl : list N.  (* the lines of the own side, and of the other *)

Definition all_quiet (own other : N) : bool :=
  forallb (fun L => negb (disjb L own) || many (N.ldiff L other)) tl.

(** Where the own side completes a line. *)
Definition threats (own other : N) : N :=
  fold_right (fun L s => if disjb L other
                         then let r := N.ldiff L own in if many r then s else N.lor r s else s) 0 ol.

Definition empties (own other : N) : N := N.ldiff (full x) (N.lor own other).

(** Cells that are on the same of some lines, two at least. *)
Definition alike (ls : list N) : list N :=
  fold_left (fun sets L => filter many (flat_map (fun s => [N.land s L; N.ldiff s L]) sets))
            ls (filter many [union ls]).

Fixpoint without_twins (fuel : nat) (own other : N) : N :=
  match fuel with
  | 0%nat => own
  | S fuel =>
      match alike (map (fun L => N.ldiff L other) (open tl own)) with
      | [] => own
      | sets => without_twins fuel (N.lor own (union sets)) other
      end
  end.

(** The least useful form. *)
Definition reduced (twins : bool) (own other : N) : N * N :=
  let own := if twins then without_twins 64 own other else own in
  let mine := union (open ol other) in
  let theirs := union (open tl own) in
  let useful := N.lor (N.lor (N.land mine own) (N.land theirs other))
                      (N.ldiff (N.lor mine theirs) (N.lor own other)) in
  let blocked := N.ldiff (full x) useful in
  (N.lor (N.land mine own) blocked, N.lor (N.land theirs other) blocked).

(** *** Claims h *)

(** The moves that have to be met. *)
Definition look_h (own other : N) : res N :=
  if doneb ol own other then Ok 0 else
  need all_quiet own other else Completes_at_once;
  let found := threats own other in
  if many found || (sum (weight own other) tl <? N.shiftl 1 63) then Ok 0 else
  if negb (found =? 0) then Ok found else
  need negb (empties own other =? 0) else Board_is_full;
  Ok (empties own other).

Definition find_h (st : state) (own other : N) (step : option text) : res unit :=
  do to <- step_of st step;
  let (own, other) := reduced (block x) own other in
  let own := renamed to own in
  let other := renamed to other in
  do todo <- (if block x then look_h own other else Ok 1);
  need (todo =? 0) || match recall (held st) own other with Some _ => true | None => false end else Not_claimed;
  Ok tt.

Fixpoint two_by_two (l : list N) : option (list (N * N)) :=
  match l with
  | [] => Some []
  | a :: b :: l => option_map (cons (a, b)) (two_by_two l)
  | _ => None
  end.

Definition paired_h (own other : N) (reply : option N) (t : text) : res N :=
  let own := add own reply in
  do used <- set_of t (empties own other);
  do l <- cells_of t;
  match two_by_two l with
  | None => Refused Not_a_pair
  | Some pairs =>
      need (length l =? length t)%nat && different l else Not_a_pair;
      need forallb (fun L => negb (disjb L own) ||
        existsb (fun p => N.testbit L (fst p) && N.testbit L (snd p)) pairs) tl else Holds_no_pair;
      Ok (match reply with Some r => N.setbit used r | None => 0 end)
  end.

(** The own side replies; returns the moves that this does not meet, if it stands for all moves. *)
Definition meet_h (st : state) (own other : N) (t : text) : res N :=
  match t with
  | [] => Refused No_move
  | Equals :: pairs => paired_h own other None pairs
  | r :: Equals :: pairs => do r <- move_of r (full x) own other; paired_h own other r pairs
  | _ =>
      let (names, step) := split_at Dot t in
      match names with
      | [r] =>
          do r <- move_of r (full x) own other;
          do todo <- look_h (add own r) other;
          if todo =? 0 then Ok (full x)
          else do _ <- find_h st (add own r) other step; Ok (full x)
      | _ => Refused No_move
      end
  end.

Fixpoint entries_h (st : state) (own other todo : N) (entries : list text) : res N :=
  match entries with
  | [] => Ok todo
  | t :: entries =>
      do kept <- (match t with
                  | [] => Refused Cannot_be_read
                  | Equals :: _ | _ :: Equals :: _ => meet_h st own other t
                  | m :: t =>
                      do m <- move_of m (full x) own other;
                      do kept <- meet_h st own (add other m) t;
                      Ok (match m with Some m => N.clearbit kept m | None => kept end)
                  end);
      entries_h st own other (N.land todo kept) entries
  end.

Definition claim_h (st : state) (own other : N) (entries : list text) : res fact :=
  do todo <- look_h own other;
  do todo <- (if todo =? 0 then Ok 0 else entries_h st own other todo entries);
  need todo =? 0 else Not_met;
  let (own, other) := if block x then reduced true own other else (own, other) in
  Ok (Fact own other 0 0).

(** *** Claims w *)

(** The zone of what is settled, or threatened, and the replies that have to be met. *)
Definition look_w (own other : N) : res (N * N) :=
  if doneb ol own other then Ok (0, 0) else
  need all_quiet own other else Completes_at_once;
  let found := threats own other in
  if many found then
    let c := low found in
    Ok (N.setbit (N.setbit 0 c) (low (N.clearbit found c)), 0)
  else if negb (found =? 0) then Ok (found, found) else
  need negb (empties own other =? 0) else Board_is_full;
  Ok (0, empties own other).

Definition find_w (st : state) (own other : N) (step : option text) : res (N * nat) :=
  do to <- step_of st step;
  let (own, other) := reduced false own other in
  match recall (won st) (renamed to own) (renamed to other) with
  | None => Refused Not_claimed
  | Some f => Ok (match to with Some to => preimage to (f_zone f) | None => f_zone f end, f_passes f)
  end.

Fixpoint moves_w (st : state) (own other : N) (names : text) (step : option text) : res (N * nat) :=
  match names with
  | [] => Refused No_move
  | m :: names =>
      do m <- move_of m (full x) own other;
      let own := add own m in
      do (zone, todo) <- look_w own other;
      match names with
      | [] =>
          if todo =? 0 then Ok (add zone m, 0%nat)
          else do (z, n) <- find_w st own other step; Ok (add (N.lor zone z) m, n)
      | _ =>
          need negb (zone =? 0) && negb (many zone) else No_single_threat;
          do (z, n) <- moves_w st own (N.setbit other (low zone)) names step;
          Ok (add (N.lor zone z) m, n)
      end
  end.

Definition meet_w (st : state) (own other : N) (t : text) : res (N * nat) :=
  let (names, step) := split_at Dot t in moves_w st own other names step.

Fixpoint entries_w (st : state) (own other : N) (first : bool) (zone : N) (passes : nat) (todo : N)
    (entries : list text) : res (N * nat * N) :=
  match entries with
  | [] => Ok (zone, passes, todo)
  | [] :: _ => Refused Cannot_be_read
  | (r :: t) :: entries =>
      do r <- move_of r (full x) own other;
      do (z, n) <- meet_w st own (add other r) t;
      let kept := unmet tl own other z n in
      let todo := N.land todo kept in
      entries_w st own other false (N.lor zone (if first then kept else z))
        (Nat.max passes (if first then S n else n))
        (match r with Some c => N.clearbit todo c | None => todo end) entries
  end.

Definition claim_w (st : state) (own other : N) (entries : list text) : res fact :=
  do (zone, todo) <- look_w own other;
  do (zone, passes, todo) <-
    (if todo =? 0 then Ok (zone, 0%nat, 0) else entries_w st own other (zone =? 0) zone 0 todo entries);
  need todo =? 0 else Not_met;
  Ok (Fact own other zone passes).
End Half.

(** ** Every move, where extra stones can hurt *)

Section Each.
Variable x : context.
Variable winning : bool.
Definition over (own other : N) : option bool := ended (full x) (row_sets x) (lose x) winning own other.

Definition free_cells (own other : N) : list N :=
  filter (fun c => N.testbit (empties x own other) c) (all_of (full x)).

(** The moves that have to be answered. *)
Definition look_e (own other : N) : res (list N) :=
  need disjb own other else Taken_twice;
  match over own other with
  | Some true => Ok []
  | Some false => Refused Ends_otherwise
  | None => Ok (filter (fun c => match over own (N.setbit other c) with Some true => false | _ => true end)
                       (free_cells own other))
  end.

Definition find_e (st : state) (own other : N) (step : option text) : res unit :=
  do to <- step_of st step;
  match recall (if winning then won st else held st) (renamed to own) (renamed to other) with
  | Some _ => Ok tt
  | None => Refused Not_claimed
  end.

Definition meet_e (st : state) (own other : N) (t : text) : res unit :=
  let (names, step) := split_at Dot t in
  match names with
  | [] => Refused No_move
  | r :: names =>
      need winning || match names with [] => true | _ => false end else No_move;
      do r <- move_of r (full x) own other;
      do todo <- look_e (add own r) other;
      need match names with [] => true | _ => false end else No_single_threat;
      match todo with [] => Ok tt | _ => find_e st (add own r) other step end
  end.

Fixpoint entries_e (st : state) (own other : N) (todo : list N) (entries : list text) : res (list N) :=
  match entries with
  | [] => Ok todo
  | t :: entries =>
      need negb (existsb (same_symbol Dash) t) else Nobody_passes;
      match t with
      | [] => Refused Cannot_be_read
      | m :: t =>
          do m <- move_of m (full x) own other;
          do _ <- meet_e st own (add other m) t;
          entries_e st own other
            (match m with Some m => filter (fun c => negb (c =? m)) todo | None => todo end) entries
      end
  end.

Definition claim_e (st : state) (own other : N) (entries : list text) : res fact :=
  do todo <- look_e own other;
  do todo <- (match todo with [] => Ok [] | _ => entries_e st own other todo entries end);
  need match todo with [] => true | _ => false end else Not_met;
  Ok (Fact own other 0 0).
End Each.

(** ** Lines of a file *)

Section Lines.
Variable x : context.
Definition own_lines (winning : bool) : list N := if negb winning && block x then [] else lines x.
Definition other_lines (winning : bool) : list N := if winning && block x then [] else lines x.

Definition claim (st : state) (winning : bool) (fields : list text) : res state :=
  do a <- set_of (nth 0 fields []) (full x);
  need (1 <? length fields)%nat else Cannot_be_read;
  do d <- set_of (nth 1 fields []) (full x);
  need (2 <? length fields)%nat else Cannot_be_read;
  do b <- set_of (nth 2 fields []) (full x);
  let own := N.lor (if winning then a else d) b in
  let other := N.lor (if winning then d else a) b in
  let entries := skipn 3 fields in
  do f <- (if hurt x then claim_e x winning st own other entries
           else if winning then claim_w x (own_lines true) (other_lines true) st own other entries
           else claim_h x (own_lines false) (other_lines false) st own other entries);
  Ok (if winning then Made (symmetries st) (held st) (remember (won st) f) (stated st)
      else Made (symmetries st) (remember (held st) f) (won st) (stated st)).

(** What is stated of the position itself: [own] is to move, or [other]. *)
Definition root (st : state) (winning : bool) (own other : N) (own_moves : bool) (t : text) : res unit :=
  match t with
  | [] => Refused Cannot_be_read
  | m :: _ =>
      need negb (same_symbol m Equals) else Cannot_be_read;
      need Bool.eqb own_moves (negb (same_symbol m Dash)) else Root_moves;
      if hurt x then meet_e x winning st own other t
      else if winning then
        do _ <- meet_w x (own_lines true) (other_lines true) st own other t; Ok tt
      else do _ <- meet_h x (own_lines false) (other_lines false) st own other t; Ok tt
  end.

Definition says (p : player) (winning : bool) : statement := if winning then Wins_ p else Does_not_win p.

Definition is_x (p : player) : bool := match p with X => true | O => false end.

Definition line (n : nat) (pos : position) (st : state) (i : item) : res state :=
  match i with
  | Nothing => Refused Cannot_be_read
  | Symmetry [t] =>
      do to <- symmetry_of x n t;
      Ok (Made (symmetries st ++ [to]) (held st) (won st) (stated st))
  | Symmetry _ => Refused Cannot_be_read
  | Claim winning fields => claim st winning fields
  | State p winning t =>
      let done_ := Made (symmetries st) (held st) (won st) (stated st ++ [says p winning]) in
      match t with
      | None =>
          need negb (is_x p) && negb winning && negb (hurt x) && negb (block x)
               && match of_x pos, of_o pos with [], [] => true | _, _ => false end else Not_stolen;
          Ok done_
      | Some t =>
          need is_x p || negb (block x) else Only_blocks;
          let own := if winning then p else opponent p in
          do _ <- root st winning (of_list (stones pos own)) (of_list (stones pos (opponent own)))
                       (Bool.eqb (is_x own) (is_x (turn pos))) t;
          Ok done_
      end
  end.
End Lines.

(** ** The first lines *)

Inductive sign := Has_x | Has_o | Has_none.

Definition places (s : sign) (board : list sign) : list N :=
  map fst (filter (fun p => match s, snd p with Has_x, Has_x | Has_o, Has_o => true | _, _ => false end)
                  (combine (map N.of_nat (seq 0 (length board))) board)).

Definition position_of (g : game) (board : list sign) : res position :=
  let xs := places Has_x board in
  let os := places Has_o board in
  let (nx, no) := (length xs, length os) in
  let pos := Position xs os (if (nx =? no)%nat then X else O) in
  need (length board =? cells g)%nat && ((nx =? no)%nat || (nx =? S no)%nat)
       && match empty g pos with [] => false | _ => true end
       && negb (existsb (completed xs) (rows g)) && negb (existsb (completed os) (rows g))
       && disjb (of_list xs) (of_list os) else No_position;
  Ok pos.

Definition start (g : game) (board : list sign) : res (context * position * state) :=
  let x := context_of g in
  need forallb (fun r => subb (fst r) (full x) && subb (snd r) (full x) && negb (fst r =? 0)) (row_sets x)
    else No_position;
  need negb (block x && hurt x) else No_defence;
  do pos <- position_of g board;
  Ok (x, pos, Made [] (PositiveMap.empty fact) (PositiveMap.empty fact) []).

Fixpoint read (x : context) (n : nat) (pos : position) (st : state) (items : list item) : res state :=
  match items with
  | [] => Ok st
  | i :: items => do st <- line x n pos st i; read x n pos st items
  end.

(** What a file shows of a game and a position. *)
Definition check (g : game) (board : list sign) (items : list item) : res (position * list statement) :=
  do (x, pos, st) <- start g board;
  do st <- read x (cells g) pos st items;
  Ok (pos, stated st).
