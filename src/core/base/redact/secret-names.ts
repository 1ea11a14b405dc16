import { credentialIn, type Credential } from './credential-names';
import { quotedAt } from './quoted-text';
import { matchAt, noSpans, type Place, type SecretSpan } from './secret-span';
import { changesAsDrawn, isSecretValue } from './secret-values';

/** Characters of a name that are examined on either side. */
const maxName = 80;
/** Characters of a value by which it is judged. */
const maxJudged = 256;

/** The name around a literal, and the text before it on its line. */
interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly lead: string;
}

/** The value behind a name that says credential (`password = …`, `--token …`, `"apiKey": "…"`). */
export function namedSecretAt(place: Place): readonly SecretSpan[] {
  const { text } = place;
  const name = nameAt(place);
  const signed = signBehind(text, name);
  if (signed === undefined) return noSpans;
  const credential = credentialIn(name.text, name.lead);
  if (credential === undefined) return noSpans;
  const value = valueAt(text, signed.end, signed.kind);
  if (value === undefined || isIdentifier(text, signed, value)) return noSpans;
  if (!fits({ name, signed, credential, value })) return noSpans;
  const { from, to } = value.isQuoted ? value : cut(text, value, signed, credential);
  if (!isSecretValue(judged({ text, name, signed, credential, value, from, to }))) return noSpans;
  return [{ kind: 'secret', begin: name.start, from, to }];
}

function nameAt({ text, start, floor }: Place): Name {
  const least = Math.max(floor, start - maxName);
  let from = start;
  while (from > least && isOfName(text.charCodeAt(from - 1))) from -= 1;
  // A literal may hold the sign behind the name, or the quote before it.
  let end = isOfName(text.charCodeAt(start)) ? start : start + 1;
  const first = from === start ? end : from;
  const most = Math.min(text.length, end + maxName);
  while (end < most && isOfName(text.charCodeAt(end))) end += 1;
  while (end > start && isTrailing(text.charCodeAt(end - 1))) end -= 1;
  const far = text.slice(Math.max(floor, from - maxName), first);
  return {
    text: text.slice(first, end),
    start: first,
    end,
    lead: far.slice(far.lastIndexOf('\n') + 1),
  };
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

type SignKind = 'assign' | 'typed' | 'call' | 'method' | 'blank' | 'element' | 'value';

interface Sign {
  readonly kind: SignKind;
  readonly text: string;
  /** Where the value begins. */
  readonly end: number;
}

const typeName = String.raw`[&*]?(?:'\w{1,20} )?(?:\[\])?[A-Za-z_][\w.]{0,40}(?:[<[][^=\n"']{0,40}[>\]])?(?:[ \t]?\|[ \t]?\w{1,20}){0,3}\??`;
const string = String.raw`(?:\*|\[\])?(?:[Ss]tring|str|char|byte|text|n?varchar|&str)(?:\(\d+\))?`;
const quote = '\\\\{0,3}["\'`]';
const close = String.raw`(?:${quote})?\]?`;
const equals = String.raw`(?::=|=>|\?\?=|\|\|=|[=!]?={1,2}|:)`;

const signs: readonly (readonly [SignKind, RegExp])[] = [
  [
    'value',
    new RegExp(
      String.raw`(?:${quote})?,?[ \t]{0,9}\n?[ \t]{0,40}(?:${quote})?value(?:${quote})?[ \t]{0,9}[:=][ \t]{0,9}`,
      'iy',
    ),
  ],
  [
    'typed',
    new RegExp(
      String.raw`[?!]?[ \t]{0,3}:[ \t]{0,3}${typeName}[ \t]{0,3}=[ \t]{0,3}(?=${quote}|[brufLN@$]{1,2}["']|\w[\w.:]{0,40}\()`,
      'y',
    ),
  ],
  ['typed', new RegExp(String.raw`[ \t]{1,3}${string}[ \t]{0,3}=[ \t]{0,3}(?=${quote})`, 'y')],
  [
    'typed',
    new RegExp(
      String.raw`(?:\[\d{0,5}\]|<\w{1,20}>|[ \t]{0,3}\{[^}\n"']{0,40}\})[ \t]{0,3}[=:][ \t]{0,3}(?=${quote})`,
      'y',
    ),
  ],
  [
    'assign',
    new RegExp(
      String.raw`${close}\??[ \t]{0,9}(?:${equals}|%3[Dd])(?:[ \t]{0,9}[|>][+-]?\r?\n)?[ \t]{0,9}`,
      'y',
    ),
  ],
  ['call', new RegExp(String.raw`${quote},[ \t]{0,9}(?=[NL@]?${quote})`, 'y')],
  ['method', new RegExp(String.raw`\([ \t]{0,3}(?=[NL@]?${quote})`, 'y')],
  ['element', /["']?>(?=[^\s<])/y],
  [
    'blank',
    new RegExp(
      String.raw`(?:${quote})?,?[ \t]+(?:is[ \t]+|=[ \t]+)?(?:FOR[ \t]+\S{1,60}[ \t]+=[ \t]+)?`,
      'y',
    ),
  ],
];

/** What may follow the name of a secret, by its first character. */
const signBegin = /[\s"'`\\[\]:=,(>%?!<{|]/;

function signBehind(text: string, name: Name): Sign | undefined {
  if (!signBegin.test(text.charAt(name.end))) return undefined;
  if (name.lead.endsWith('${')) return defaultBehind(text, name);
  if (isProse(text, name)) return undefined;
  for (const [kind, sign] of signs) {
    const found = matchAt(sign, text, name.end);
    if (found !== null) return { kind, text: found[0], end: name.end + found[0].length };
  }
  return undefined;
}

const nextWord = /[ \t]+(?=[A-Za-z])(?!(?:is|value|str|char|byte|text|n?varchar|for)\b|string)/iy;

/** A name with a word behind it, and nothing that could make this a value. */
function isProse(text: string, { text: name, end, lead }: Name): boolean {
  if (matchAt(nextWord, text, end) === null) return false;
  if (/[_-]/.test(name) || !/\S/.test(lead)) return false;
  return !/\b(?:set|define|mysqladmin)\b|setx|setenv|-gx|env:/i.test(lead);
}

const defaultSign = /:?[-=](?=[^}\s])/y;

/** `${PASSWORD:-…}`; of `${PASSWORD:?…}` only a message follows. */
function defaultBehind(text: string, { end }: Name): Sign | undefined {
  const found = matchAt(defaultSign, text, end);
  return found === null ? undefined : { kind: 'assign', text: '=', end: end + found[0].length };
}

interface Value {
  readonly from: number;
  readonly to: number;
  readonly isQuoted: boolean;
  /** Nothing follows it on its line, nor the end of a statement. */
  readonly reachesEnd: boolean;
  /** An end tag follows it. */
  readonly isElement: boolean;
  readonly looksDrawn: boolean;
}

/** Before a quote: the prefix of a literal, or what a program makes of the text. */
const wrapper =
  /(?:\$(?=')|@(?=")|[brufLN]{1,2}(?=["'])|&(?=["'])|(?:new[ \t]+)?(?:\[\]byte|[\w.:<>]{0,30}?(?:str(?:ing)?|secret(?:str(?:ing)?)?|bytes?|from|of|some|just|text|value|chararray|literal|plain)(?:<\w+>)?)\([ \t]{0,3}(?=["'`]))/iy;
const plainRun = /[^\s"'`<>]{1,65536}/y;
const braced = /\{((?:[^{}\n]|\}\})[^}\n]{0,200}(?:\}\}[^}\n]{0,100}){0,4})\}(?=;|$|["'\s])/y;

function valueAt(text: string, start: number, kind: SignKind): Value | undefined {
  const prefix = kind === 'element' ? 0 : (matchAt(wrapper, text, start)?.[0].length ?? 0);
  const at = start + prefix;
  const quoted = quotedAt(text, at);
  // In a shell the text between backticks is a command.
  if (text.charAt(at) === '`' && /\s/.test(text.slice(at, quoted?.to))) return undefined;
  if (quoted !== undefined && quoted.to > quoted.from) {
    const { from, to, end } = quoted;
    return { from, to, isQuoted: true, ...behind(text, from, to, end) };
  }
  if (prefix > 0) return undefined;
  return (kind === 'assign' ? bracedAt(text, start) : undefined) ?? plainAt(text, start, kind);
}

/** `PWD={…};` of a connection string. */
function bracedAt(text: string, start: number): Value | undefined {
  const found = matchAt(braced, text, start);
  if (found === null || !/[\d;]/.test(found[1] ?? '')) return undefined;
  const to = start + found[0].length;
  if (text.charAt(to) !== ';') return undefined;
  return { from: start + 1, to: to - 1, isQuoted: true, ...behind(text, start + 1, to - 1, to) };
}

function plainAt(text: string, start: number, kind: SignKind): Value | undefined {
  // A quote that nothing closes, in a text that was cut.
  const open = /^\\{0,3}["'`]/.exec(text.slice(start, start + 4))?.[0].length ?? 0;
  const from = start + open;
  const run = matchAt(kind === 'element' ? elementRun : plainRun, text, from)?.[0];
  if (run === undefined) return undefined;
  const to = from + run.length;
  return { from, to, isQuoted: kind === 'element', ...behind(text, from, to, to) };
}

const elementRun = /[^<\n]{1,4096}/y;
const lineRest = /[ \t]*(?:\r?\n|$)/y;

type Surroundings = Omit<Value, 'from' | 'to' | 'isQuoted'>;

/** What follows a value whose closing quote, if it has one, ends at `end`. */
function behind(text: string, from: number, to: number, end: number): Surroundings {
  const isLast = matchAt(lineRest, text, end) !== null;
  const value = text.slice(from, Math.min(to, from + maxJudged));
  return {
    reachesEnd: isLast && !/[,;]/.test(text.charAt(to - 1)),
    isElement: text.startsWith('</', end),
    looksDrawn: value.length >= 20 && /\d/.test(value) && changesAsDrawn(value),
  };
}

/** `password = password2 ?? …`, `if password != other1:` */
function isIdentifier(text: string, { text: sign }: Sign, { from, to, ...value }: Value): boolean {
  if (value.isQuoted || !/^[ \t]*(?:[=!]==?|=)[ \t]+$/.test(sign)) return false;
  if (value.reachesEnd && sign.trim() === '=') return false;
  return /^[A-Za-z_$][A-Za-z_$]*\d?[:);,]*$/.test(text.slice(from, Math.min(to, from + maxName)));
}

interface Named {
  readonly name: Name;
  readonly signed: Sign;
  readonly credential: Credential;
  readonly value: Value;
}

/** Text allowed before a name on a line of settings, or a comment with one. */
const lineBegin =
  /^\s*(?:(?:export|set|setx|setenv|ENV|ARG|-|\+|set -gx|declare -x|local|readonly)[ \t]+|\$env:|\$|[#;<>][ \t]*)?\\?["']?(?:[\w.-]+[ \t]+)?$/i;

function isLine({ name, value }: Pick<Named, 'name' | 'value'>): boolean {
  return value.reachesEnd && lineBegin.test(name.lead);
}

function isOption({ text, lead }: Name): boolean {
  return /^--?[A-Za-z]/.test(text) && /(?:^|[\s"'`=(,[])$/.test(lead);
}

/** True if a sign connects this name with this value. */
function fits(named: Named): boolean {
  const { name, signed, credential, value } = named;
  switch (signed.kind) {
    case 'assign':
      return !isPathOfNames(name, signed);
    case 'typed':
    case 'value':
      return true;
    case 'element':
      return /<(?:[\w:-]+ [^<>]*["'])?$/.test(name.lead) && value.isElement;
    case 'call':
      return /[([,]\s*\\?["'`]$/.test(name.lead) || isOption(name);
    case 'method':
      return credential.isSetter && value.isQuoted;
    case 'blank':
      return isBehind(named);
  }
}

/** `arn:…:secret:name`. */
function isPathOfNames({ text, lead }: Name, { text: sign }: Sign): boolean {
  return sign === ':' && /^\w+$/.test(text) && /\w:$/.test(lead);
}

/** A name and a value that only their position connects. */
function isBehind(named: Named): boolean {
  const { name, signed, credential, value } = named;
  if (isOption(name)) return true;
  if (/\b(?:set|setx|setenv|set -gx|set -x)[ \t]+(?:\S+:)?$/.test(name.lead)) return true;
  if (/#define[ \t]+$|\benv:$/i.test(name.lead)) return value.isQuoted;
  if (/^[a-z]+(?:[_-][a-z]+)+$/i.test(name.text) && value.looksDrawn) return true;
  const isSaid = value.isQuoted || /is|=/.test(signed.text) || /\bmysqladmin\b/.test(name.lead);
  if (credential.isPassword && isSaid) return true;
  // .netrc: a line of its own.
  return /^\s*$/.test(name.lead) && value.reachesEnd && /^[a-z]+$/.test(name.text);
}

/** As settings are written: `name=value` and `name: value`; with blanks around `=` also programs. */
function isSetting({ signed, ...named }: Named): boolean {
  if (signed.kind === 'element') return true;
  if (!isLine(named)) return false;
  const { text } = signed;
  return text === '=' || /^["']?:[ \t]/.test(text) || text.includes('\n');
}

interface Found extends Named {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

function judged(found: Found): Parameters<typeof isSecretValue>[0] {
  const { text, name, signed, credential, value, from, to } = found;
  const isCertain = isOption(name) || /[?&]$/.test(name.lead) || isSetting(found);
  const isEnv = isCertain && signed.text.startsWith('=') && /^[A-Z0-9_]+$/.test(name.text);
  const isHeader = signed.text.includes(':') && credential.isHeader;
  return {
    value: text.slice(from, Math.min(to, from + maxJudged)),
    isWeak: !isEnv && !credential.isPassword,
    isQuoted: value.isQuoted,
    isCertain,
    isHeader,
  };
}

/** Of a text without quotes: what ends a value in programs, lists and addresses is not of it. */
function cut(
  text: string,
  value: Value,
  { text: sign }: Sign,
  credential: Credential,
): Pick<Value, 'from' | 'to'> {
  const { from, to, reachesEnd } = value;
  const run = text.slice(from, to);
  const isWhole =
    reachesEnd && (sign === '=' || sign.startsWith(': ')) && !/[?&;,][\w.]+=/.test(run);
  if (isWhole && credential.isPassword && !/[)\]}]$/.test(run)) return { from, to };
  // A connection string: only a semicolon ends a part of it.
  const isPart = sign === '=' && /;[A-Za-z][\w ]{0,40}=/.test(run);
  const end = run.search(isPart ? /;/ : /[,;&)\]}|#]|\\[bfnrt"']/);
  const kept = (end === -1 ? run : run.slice(0, end)).replace(/[.:!?]+$/, '');
  return { from, to: from + kept.length };
}
