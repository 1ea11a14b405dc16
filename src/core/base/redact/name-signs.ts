import { matchAt, type Place } from './values/secret-span';
import { isDrawnPassword } from './values/secret-values';

/** Characters of a name that are examined on either side. */
export const maxName = 80;
/** The name around a literal. */
export class Name {
  readonly text: string;
  private known: string | undefined;

  constructor(
    private readonly whole: string,
    private readonly least: number,
    readonly start: number,
    readonly end: number,
  ) {
    this.text = whole.slice(start, end);
  }

  /** The text before it on its line. */
  get lead(): string {
    if (this.known !== undefined) return this.known;
    const far = this.whole.slice(this.least, this.start);
    this.known = far.slice(far.lastIndexOf('\n') + 1);
    return this.known;
  }

  /** True if the text before it ends so. */
  isBehind(begin: string): boolean {
    const from = this.start - begin.length;
    return from >= this.least && this.whole.startsWith(begin, from);
  }
}

export function nameAt({ text, start, floor }: Place): Name {
  const least = Math.max(floor, start - maxName);
  let from = start;
  while (from > least && isOfName(text.charCodeAt(from - 1))) from -= 1;
  // A literal may hold the sign behind the name, or the quote before it.
  let end = isOfName(text.charCodeAt(start)) ? start : start + 1;
  const first = from === start ? end : from;
  const most = Math.min(text.length, end + maxName);
  while (end < most && isOfName(text.charCodeAt(end))) end += 1;
  while (end > start && isTrailing(text.charCodeAt(end - 1))) end -= 1;
  const isKey = from === start && end === start + 3 && /^key$/i.test(text.slice(start, end));
  from = isKey ? start - wordBefore(text, start, least) : first;
  return new Name(text, Math.max(floor, from - maxName), from, end);
}

/** Characters of a word and a blank before a place: `API key`. */
function wordBefore(text: string, start: number, least: number): number {
  if (text.charAt(start - 1) !== ' ') return 0;
  let at = start - 1;
  while (at > least && isOfName(text.charCodeAt(at - 1))) at -= 1;
  return at === start - 1 ? 0 : start - at;
}

const ofName = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w.-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

function isOfName(unit: number): boolean {
  return unit < 128 && ofName[unit] === 1;
}

/** A dot or a hyphen. */
function isTrailing(unit: number): boolean {
  return unit === 0x2e || unit === 0x2d;
}

export type SignKind =
  'assign' | 'below' | 'typed' | 'call' | 'method' | 'blank' | 'cell' | 'element' | 'value';

export interface Sign {
  readonly kind: SignKind;
  readonly text: string;
  /** Where the value begins. */
  readonly end: number;
}

const typeName = String.raw`[&*]?(?:'\w{1,20} )?(?:\[u8(?:; ?\w{1,9})?\]|(?:\[\])?[A-Za-z_][\w.]{0,40}(?:[<[][^=\n"']{0,40}[>\]])?)(?:[ \t]?\|[ \t]?\w{1,20}){0,3}\??`;
const string = String.raw`(?:\*|\[\])?(?:[Ss]tring|str|char|byte|text|n?varchar|&str)(?:\(\d+\))?`;
const quote = '\\\\{0,3}["\'`]';
const close = String.raw`(?:${quote})?\]?`;
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_*[&';
/** The line below, with a value by itself: in quotes, or an item of a list. */
const below = String.raw`\\?\r?\n[ \t]{1,40}(?:-[ \t]{1,4})?`;
const equals = String.raw`(?::=|=>|\?\?=|\|\|=|[=!]?={1,2}|:)`;

/** Between a name and its value: `"Type": "SecureString",`. */
const attribute = String.raw`(?:(?:${quote})?(?!value)[A-Za-z]{1,20}(?:${quote})?[ \t]{0,3}[:=][ \t]{0,3}(?:${quote}[\w:./-]{0,60}${quote}|[\w.-]{1,40}),?[ \t]{0,9}\n?[ \t]{0,40})`;

/** With the characters that it may begin with; behind a blank, the next other one counts. */
const signs: readonly (readonly [SignKind, RegExp, string])[] = [
  [
    'value',
    new RegExp(
      String.raw`(?:${quote})?,?[ \t]{0,9}\n?[ \t]{0,40}${attribute}{0,2}(?:${quote})?[\w:]{0,20}value(?:${quote})?[ \t]{0,9}[:=][ \t]{0,9}`,
      'iy',
    ),
    `\\"'\`,vV\n`,
  ],
  [
    'value',
    /<\/(?:key|name)>\s{0,40}<(?:string|value)>|["'](?: [^<>\n]{0,80})?>\s{0,20}<value>/iy,
    `<"'`,
  ],
  [
    'value',
    new RegExp(
      String.raw`${quote}[ \t]{0,3}\{\s{0,40}(?:(?:type|description|sensitive|nullable)[ \t]*=[^\n]{0,80}\n[ \t]*){0,3}(?:default|value)[ \t]*=[ \t]*(?=${quote})`,
      'y',
    ),
    `"'\``,
  ],
  [
    'typed',
    new RegExp(
      String.raw`[?!]?[ \t]{0,3}:[ \t]{0,3}${typeName}[ \t]{0,3}=[ \t]{0,3}(?=${quote}|[brufLN@$]{1,2}["']|\w[\w.:]{0,40}\()`,
      'y',
    ),
    '?!:',
  ],
  [
    'typed',
    new RegExp(String.raw`[ \t]{1,3}${string}[ \t]{0,3}=[ \t]{0,3}(?=${quote})`, 'y'),
    letters,
  ],
  [
    'typed',
    new RegExp(
      String.raw`(?:\[\d{0,5}\]|[ \t]{0,3}<\w{1,20}>|[ \t]{0,3}\{[^}\n"']{0,40}\})[ \t]{0,3}[=:][ \t]{0,3}(?=${quote})`,
      'y',
    ),
    '[<{',
  ],
  ['value', /[ \t]{1,3}-[Vv]alue[ \t]{1,3}/y, '-'],
  [
    'value',
    new RegExp(
      String.raw`(?:${quote})?[ \t]{0,3}[:=][ \t]{0,3}\{\s{0,40}(?:${quote})?value(?:${quote})?[ \t]{0,3}[:=][ \t]{0,3}(?=${quote})`,
      'iy',
    ),
    `\\"'\`:=`,
  ],
  [
    'typed',
    new RegExp(
      String.raw`[ \t]{1,3}as[ \t]{1,3}\w{1,20}(?:[ \t]?\*[ \t]?\d{1,4})?[ \t]{0,3}=[ \t]{0,3}(?=${quote})`,
      'iy',
    ),
    'aA',
  ],
  [
    'typed',
    new RegExp(String.raw`(?:[ \t]{1,3}by[ \t]lazy)?[ \t]{0,2}\{[ \t]{0,3}(?=${quote})`, 'y'),
    '{b',
  ],
  ['typed', new RegExp(String.raw`[ \t]\.[ \t](?=${quote})`, 'y'), '.'],
  [
    'typed',
    /[ \t]{0,3}(?:[:=]|=>)?[ \t]{0,3}<<[-~]?["']?[A-Z_]{2,12}["']?\r?\n[ \t]{0,40}(?=\S)/y,
    '<=:',
  ],
  [
    'below',
    new RegExp(String.raw`${close}\??[ \t]{0,9}${equals}[ \t]{0,9}(?:\[[ \t]{0,9})?${below}`, 'y'),
    `\\"'\`]?:=|!`,
  ],
  [
    'assign',
    new RegExp(
      String.raw`${close}\??(?:[ \t][([][^()[\]\n"']{1,40}[)\]])?[ \t]{0,9}(?:${equals}\*{0,2}|%3[Dd])(?:[ \t]{0,9}[|>][+-]?\r?\n)?[ \t]{0,9}(?:(?:!!|&)\w{1,30}[ \t]{1,9})?(?:\[[ \t]{0,9}(?=${quote})|\{(?=${quote}[^"'\n]{8,200}["']\}))?`,
      'y',
    ),
    `\\"'\`]?:=|!%(`,
  ],
  ['assign', /[ \t]{0,3}<{1,2}-[ \t]{0,3}(?=["'])/y, '<'],
  ['assign', /[ \t]{0,3}[→⇒][ \t]{0,3}/y, '→⇒'],
  ['call', new RegExp(String.raw`${quote},[ \t]{0,9}(?=[NL@]?${quote})`, 'y'), `\\"'\``],
  ['method', new RegExp(String.raw`\([ \t]{0,3}(?=[NL@]?${quote})`, 'y'), '('],
  ['element', /["']?>\s{0,40}<!\[CDATA\[/y, `"'>`],
  ['element', /["']?>(?:\r?\n[ \t]{1,40})?(?=[^\s<])/y, `"'>`],
  ['cell', /[`*]{0,2}[ \t]{0,40}\|[ \t]{0,40}(?=[^\s|])/y, '|`*'],
  [
    'blank',
    new RegExp(
      String.raw`(?:${quote})?,?[ \t]+(?:<<<[ \t]*|[Ff][Oo][Rr][ \t]+(?:\S{1,60}[ \t]+){1,4}?(?:is|=):?[ \t]+|(?:(?:was[ \t]+|is[ \t]+)?(?:set|changed|reset)[ \t]+to:?|is:?|=)[ \t]+|(?:[05789]|ascii-text|hexadecimal|encrypted|cleartext|plain(?:text|-text)?)[ \t]+)?`,
      'y',
    ),
    '',
  ],
];

/** What may follow the name of a secret, by its first character. */
const signBegin = /[\s"'`\\[\]:=,(>%?!<{|*]/;

export function signBehind(text: string, name: Name): Sign | undefined {
  if (!signBegin.test(text.charAt(name.end))) return undefined;
  if (name.isBehind('${')) return defaultBehind(text, name);
  const attributes = isTag(name) ? matchAt(attributed, text, name.end) : null;
  if (attributes !== null) {
    return { kind: 'element', text: attributes[0], end: name.end + attributes[0].length };
  }
  if (isProse(text, name)) return undefined;
  let at = name.end;
  while (at < name.end + 9 && isBlank(text.charAt(at))) at += 1;
  const unit = text.charAt(at);
  for (const [kind, sign, begins] of signs) {
    if (kind !== 'blank' && !begins.includes(unit)) continue;
    const found = matchAt(sign, text, name.end);
    if (found !== null) return { kind, text: found[0], end: name.end + found[0].length };
  }
  return undefined;
}

/** `<password type="plain">` */
const attributed = /(?: [\w:.-]{1,40}="[^"<>\n]{0,120}"){1,4}>(?=[^\s<])/y;

function isTag(name: Name): boolean {
  return name.isBehind('<') || (name.isBehind(':') && /<[\w-]+:$/.test(name.lead));
}

function isBlank(unit: string): boolean {
  return unit === ' ' || unit === '\t';
}

const nextWord =
  /[ \t]+(?=[A-Za-z])(?!(?:is|was|set|changed|reset|value|str|char|byte|text|n?varchar|for)\b|string|as[ \t]+\w+[ \t]*[*=]|by[ \t]+lazy)/iy;

const nextRun = /[ \t]+([^\s,;]{1,64})/y;

/** A name with a word behind it, and nothing that could make this a value. */
function isProse(text: string, name: Name): boolean {
  if (matchAt(nextWord, text, name.end) === null || /[_-]/.test(name.text)) return false;
  if (isDrawnPassword(matchAt(nextRun, text, name.end)?.[1] ?? '')) return false;
  const { lead } = name;
  if (!/\S/.test(lead)) return false;
  return !/\b(?:set|define|mysqladmin)\b|setx|setenv|-gx|env:/i.test(lead);
}

const defaultSign = /(?::[-=]?|[-=])(?=[^}\s?+])/y;

/** `${PASSWORD:-…}`; of `${PASSWORD:?…}` only a message follows. */
function defaultBehind(text: string, { end }: Name): Sign | undefined {
  const found = matchAt(defaultSign, text, end);
  return found === null ? undefined : { kind: 'assign', text: '=', end: end + found[0].length };
}
