(* The reader, which is not proved: it splits the text of a certificate, from standard input, into what
   the checker takes. It decides no step of the proof. What it says was checked is the game and the
   position that it gave to the checker. Exit code: 0 it holds, 1 it does not, 2 it is no certificate. *)

open Extracted

exception No_certificate of string

let names = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
let longest = 65536

(* Numbers of OCaml as those of the checker. *)
let rec nat_of n = if n = 0 then O else S (nat_of (n - 1))
let rec positive_of n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive_of (n / 2)) else XO (positive_of (n / 2))
let n_of n = if n = 0 then N0 else Npos (positive_of n)

let symbols =
  Array.init 256 (fun code ->
      match Char.chr code with
      | '-' -> Dash
      | '.' -> Dot
      | '=' -> Equals
      | c -> ( match String.index_opt names c with Some at -> Cell (n_of at) | None -> Other))

let text_of word = List.init (String.length word) (fun at -> symbols.(Char.code word.[at]))
let fields_of line = String.split_on_char ' ' line

(* [strip "ab" "b"] is [Some "a"]. *)
let strip line ending =
  let length = String.length line - String.length ending in
  if length >= 0 && String.sub line length (String.length ending) = ending then
    Some (String.sub line 0 length)
  else None

let after start line =
  let length = String.length start in
  if String.length line >= length && String.sub line 0 length = start then
    Some (String.sub line length (String.length line - length))
  else None

let take line ending = match strip line ending with Some rest -> (rest, true) | None -> (line, false)

let number word =
  let digits = String.for_all (fun c -> c >= '0' && c <= '9') word in
  if not (digits && String.length word >= 1 && String.length word <= 4 && word.[0] <> '0') then
    raise (No_certificate "it cannot be read");
  int_of_string word

(* A dash names no cell. *)
let row_of word =
  let characters = List.of_seq (String.to_seq word) in
  if List.length (List.sort_uniq compare characters) < List.length characters then
    raise (No_certificate "a cell is named twice");
  let cell c =
    match String.index_opt names c with
    | Some at -> n_of at
    | None -> raise (No_certificate "it cannot be read")
  in
  { on = List.map cell (List.filter (( <> ) '-') characters); too_long = [] }

let game_of rules =
  let rest, blocks = take rules ", O only blocks" in
  let rest, misere = take rest " misere" in
  let words = fields_of rest in
  let numbers = List.map number (String.split_on_char ',' (List.hd words)) in
  let board sides =
    let area = List.fold_left ( * ) 1 sides in
    if not ((List.length sides = 2 || List.length sides = 3) && area <= 64) then
      raise (No_certificate "wrong board size");
    area
  in
  match List.tl words with
  | "lines" :: rows ->
      let area = board numbers in
      { cells = nat_of area; rows = List.map row_of rows; misere; only_blocks = blocks }
  | words ->
      let torus, exact =
        match words with
        | [] -> (false, false)
        | [ "torus" ] -> (true, false)
        | [ "exact" ] -> (false, true)
        | [ "torus"; "exact" ] -> (true, true)
        | _ -> raise (No_certificate "it cannot be read")
      in
      let k, sides =
        match List.rev numbers with k :: sides -> (k, List.rev sides) | [] -> assert false
      in
      ignore (board sides);
      in_a_row (List.map nat_of sides) (nat_of k) torus exact misere blocks

let board_of text =
  let signs = List.filter (( <> ) '/') (List.of_seq (String.to_seq text)) in
  List.map
    (function
      | 'X' -> Has_x
      | 'O' -> Has_o
      | '.' -> Has_none
      | _ -> raise (No_certificate "this is not a position of an unfinished game"))
    signs

let item_of line =
  let statement p rest =
    match after "wins: " rest, after "does not win: " rest with
    | Some root, _ when root <> "" && not (String.contains root ' ') -> State (p, true, Some (text_of root))
    | _, Some root when root <> "" && not (String.contains root ' ') -> State (p, false, Some (text_of root))
    | _ when rest = "does not win by strategy stealing" -> State (p, false, None)
    | _ when rest = "wins by strategy stealing" -> State (p, true, None)
    | _ -> Nothing
  in
  match after "X " line, after "O " line with
  | Some rest, _ -> statement X rest
  | _, Some rest -> statement O0 rest
  | None, None -> (
      match fields_of line with
      | "h" :: fields -> Claim (false, List.map text_of fields)
      | "w" :: fields -> Claim (true, List.map text_of fields)
      | "symmetry" :: fields -> Symmetry (List.map text_of fields)
      | _ -> Nothing)

let sentence = function
  | Named_twice -> "a cell is named twice"
  | No_such_cell -> "it cannot be read"
  | Cannot_be_read -> "it cannot be read"
  | No_position -> "this is not a position of an unfinished game"
  | No_move -> "an entry has no move, or too many"
  | No_defence -> "blocking does not defend here"
  | Taken -> "a cell is taken, or off the board"
  | No_renaming -> "not a renaming"
  | Moves_lines -> "it moves lines"
  | Completes_at_once -> "the other side completes a line"
  | Board_is_full -> "the board is full"
  | Not_met -> "there is no answer to a move"
  | Not_claimed -> "it leads to a position not claimed before"
  | No_single_threat -> "no single threat comes before a move"
  | Not_a_pair -> "a pair does not have two cells"
  | Holds_no_pair -> "an open line contains no pair"
  | Taken_twice -> "a cell is blocked, or taken twice"
  | Ends_otherwise -> "the game ends otherwise than stated"
  | Nobody_passes -> "nobody passes here"
  | Not_stolen -> "no strategy can be stolen here"
  | Only_blocks -> "a side that only blocks does not win"
  | Root_moves -> "it begins with a move too many, or too few"

let said = function
  | Wins_ X -> "X wins"
  | Wins_ O0 -> "O wins"
  | Does_not_win X -> "X does not win"
  | Does_not_win O0 -> "O does not win"

let stop code at why =
  let where = if at > 0 then Printf.sprintf "line %d: " at else "" in
  Printf.eprintf "%s: %s%s\n" (if code = 1 then "does not hold" else "no certificate") where why;
  exit code

let () =
  let at = ref 0 in
  let next () =
    match input_line stdin with
    | exception End_of_file -> None
    | line ->
        incr at;
        if String.length line >= longest then raise (No_certificate "a line is too long");
        if String.exists (fun c -> Char.code c > 127) line then raise (No_certificate "it cannot be read");
        Some line
  in
  let header start =
    match Option.bind (next ()) (after start) with
    | Some rest -> rest
    | None -> raise (No_certificate "it does not begin like a certificate")
  in
  let right = function
    | Ok found -> found
    | Refused why -> stop (if unreadable why then 2 else 1) !at (sentence why)
  in
  try
    (match header "noughts certificate " with
    | "2" | "3" -> ()
    | _ -> raise (No_certificate "it does not begin like a certificate"));
    let rules = header "rules " in
    let position = header "position " in
    let game = game_of rules in
    let (context, start_position), first = right (start game (board_of position)) in
    let state = ref first and claims = ref 0 in
    let rec read () =
      match next () with
      | None -> ()
      | Some text ->
          let item = item_of text in
          (match item with Claim _ -> incr claims | _ -> ());
          state := right (line context game.cells start_position !state item);
          read ()
    in
    read ();
    if !state.stated = [] then raise (No_certificate "it states nothing");
    Printf.printf "%s, %s: %s   %d claims hold\n" rules position
      (String.concat "; " (List.map said !state.stated))
      !claims
  with No_certificate why -> stop 2 !at why
