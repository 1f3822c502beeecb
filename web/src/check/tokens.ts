/** The words and signs of a program in JavaScript, as far as a reader without a grammar knows them. */

export interface Token {
  /** What is written; of a text or a regular expression, only its first sign. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "sign" | "value";
  /** Of an opening bracket, the place of its closing one among the tokens; and the other way round. */
  other: number;
}

const SPACE = /(?:\s|\/\/.*|\/\*[^]*?\*\/)+/y;
const WORD = /[#\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const TEXT = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/y;
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])+\/\w*/y;
/** A template from its beginning, or from the end of a value in it, to the next value or its end. */
const TEMPLATE = /[`}](?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;
const SIGN = /=>|\.\.\.|\?\.(?!\d)|[=!<>]=+|\+\+|--|&&|\|\||\?\?|[^]/y;
/** After these words a slash begins a regular expression. */
const BEFORE_VALUES =
  /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield|instanceof)$/;

/** Whether a value may end with this token. */
export const endsValue = (token: Token | undefined): boolean =>
  !!token &&
  (token.kind === "value" ||
    (token.kind === "word" && !BEFORE_VALUES.test(token.text)) ||
    /^(?:[)\]}]|\+\+|--)$/.test(token.text));

export function tokensOf(source: string): Token[] {
  const found: Token[] = [];
  /** Which brackets are open; within a template, -1. */
  const open: number[] = [];
  let at = 0;
  const next = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(source);
  };
  while (at < source.length) {
    if (next(SPACE)) {
      at = SPACE.lastIndex;
      continue;
    }
    const letter = source[at]!;
    const inTemplate = letter === "}" && open.at(-1) === -1;
    let kind: Token["kind"] = "value";
    let end: number;
    if (letter === "`" || inTemplate) {
      end = next(TEMPLATE) ? TEMPLATE.lastIndex : source.length;
      if (inTemplate) open.pop();
      if (source.endsWith("${", end)) open.push(-1);
    } else if (next(TEXT)) end = TEXT.lastIndex;
    else if (letter === "/" && !endsValue(found.at(-1)) && next(PATTERN)) end = PATTERN.lastIndex;
    else if (next(WORD)) [kind, end] = ["word", WORD.lastIndex];
    else if (next(NUMBER)) end = NUMBER.lastIndex;
    else {
      next(SIGN);
      [kind, end] = ["sign", SIGN.lastIndex];
    }
    const text = kind === "value" ? letter : source.slice(at, end);
    const token = { text, start: at, end, kind, other: -1 };
    if (kind === "sign" && "([{".includes(text)) open.push(found.length);
    if (kind === "sign" && ")]}".includes(text)) {
      const first = open.pop() ?? -1;
      token.other = first;
      if (found[first]) found[first].other = found.length;
    }
    found.push(token);
    at = end;
  }
  return found;
}
