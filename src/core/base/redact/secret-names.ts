import { type SecretSpan, isSecretValue, type SecretCandidate } from './secret-shapes';

/**
 * A name that ends as names of secrets do, and the text between it and its value. The beginning of
 * the name is looked at only where this fits.
 */
const nameAndSign = new RegExp(
  [
    String.raw`(pass(?:w(?:or)?d|phrase|code)?|pwd|secret|token|credentials?|key)`,
    // DB_PASSWORD_PROD, SECRET_KEY_BASE, client-key-data
    String.raw`(?:[_-](?:base|data|dev|plain|prod|staging|test|value)\w{0,12}|_?v?\d{1,2})?`,
    '(',
    [
      // k8s: "name: X" above "value: …"
      String.raw`["']?[ \t]*\n[ \t]+value:[ \t]+`,
      // plain, JSON, YAML (also its blocks), TOML, PHP, Go
      String.raw`(?:\\?["'\u0060])?\]?[ \t]{0,9}(?::=|=>|=+|:|%3[Dd])(?:[ \t]{0,9}[|>][+-]?\n)?[ \t]{0,9}`,
      String.raw`>|["'] value=`,
      String.raw`["']?,?[ \t]+(?:is[ \t]+)?`,
    ].join('|'),
    ')',
  ].join(''),
  'i',
);

/** True for a text with a name that a value may follow. */
export function mayHoldName(text: string): boolean {
  return nameAndSign.test(text);
}

/** The value itself. */
const quotedValue = /^(\\?["'`])((?:(?!\1)[^\n])+)\1/;
const plainValue = /^(\\?["'`]?)([^\s"'`<>]+)/;

/** Words before `key`, which alone is not the name of a secret. */
const keyOwner =
  /(?:api|access|secret|private|auth|account|master|signing|encryption|shared|app|application|admin|service|storage|license|subscription|webhook|client|integration|deploy|consumer|ingest|sas|user)[_. -]?$/i;
const envKey =
  /(?:^|[^A-Za-z])(?!.*(?:PUBLIC|PRIMARY|FOREIGN|SORT|CACHE|PARTITION|INDEX)_$)[A-Z][A-Z0-9_]*_$/;

/** Characters of a line that are examined before a name. */
const maxBefore = 80;

/** The credentials of a text that follow a name (`password = …`, `--token …`, `"apiKey": "…"`). */
export function* namedSecrets(text: string): Iterable<SecretSpan> {
  let offset = 0;
  let rest = text;
  for (let found = nameAndSign.exec(rest); found !== null; found = nameAndSign.exec(rest)) {
    const begin = found.index;
    const end = begin + found[0].length;
    const value = valueBehind(rest, found);
    // A word that is no name of a secret may be followed by one: `token key=…`.
    const next = value === undefined ? end - (/\s$/.test(found[0]) ? 1 : 0) : value.to;
    if (value !== undefined) {
      const { from, to } = value;
      yield { kind: 'secret', from: offset + from, to: offset + to, begin: offset + begin };
    }
    offset += next;
    rest = rest.slice(next);
  }
}

interface ValuePosition {
  readonly from: number;
  readonly to: number;
}

function valueBehind(text: string, found: RegExpExecArray): ValuePosition | undefined {
  const [whole, name = '', sign = ''] = found;
  const line = lineBefore(text, found.index);
  // From the end of the line backwards: forwards, each word would be tried.
  const owner = /$(?<=([\w.-]*))/.exec(line)?.[1] ?? '';
  const lead = line.slice(0, line.length - owner.length);
  if (!isSecretName(owner, name)) return undefined;
  const start = found.index + whole.length;
  const place = positionOf(text, start);
  if (place === undefined) return undefined;
  const { open } = place;
  // Not `...place`: the spread took ten times as long as everything else.
  const how = howNamed({ owner, name, sign, lead, place });
  if (how === undefined) return undefined;
  const isWhole = how.isCertain && place.reachesEnd;
  const value = open !== '' || isWhole ? place.value : plainPart(place.value);
  if (!isSecretValue({ value, isQuoted: open !== '', ...how })) return undefined;
  const from = start + open.length;
  return { from, to: from + value.length };
}

/** Text before a name on its line. */
function lineBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - maxBefore), index);
  return before.slice(before.lastIndexOf('\n') + 1);
}

function isSecretName(owner: string, name: string): boolean {
  const isApart = /(?:^|[_.-])$/.test(owner) || (/[a-z]$/.test(owner) && /^[A-Z]/.test(name));
  switch (name.toLowerCase()) {
    case 'key':
      return keyOwner.test(owner) || (name === 'KEY' && envKey.test(owner));
    case 'pass':
      return isApart;
    default:
      return true;
  }
}

interface FoundValue {
  /** The quote before it, or nothing. */
  readonly open: string;
  readonly value: string;
  /** Nothing follows it on its line, nor the end of a statement. */
  readonly reachesEnd: boolean;
  /** An end tag follows it. */
  readonly isElement: boolean;
}

function positionOf(text: string, start: number): FoundValue | undefined {
  const rest = text.slice(start);
  const quoted = quotedValue.exec(rest);
  const found = quoted ?? plainValue.exec(rest);
  if (found === null) return undefined;
  const [whole, open = '', value = ''] = found;
  const behind = rest.slice(whole.length);
  const reachesEnd = /^[ \t]*\r?(?:\n|$)/.test(behind) && !/[,;]$/.test(value);
  return { open, value, reachesEnd, isElement: behind.startsWith('</') };
}

/** Of a text without quotes: what ends a value in programs, lists and addresses is not of it. */
function plainPart(run: string): string {
  const end = run.search(/[,;&)\]}|]|\\[bfnrt"']/);
  return (end === -1 ? run : run.slice(0, end)).replace(/[.:!?]+$/, '');
}

interface Named {
  readonly owner: string;
  readonly name: string;
  readonly sign: string;
  readonly lead: string;
  readonly place: FoundValue;
}

/** How certain a name is to name a secret; undefined if it does not. */
function howNamed(named: Named): Pick<SecretCandidate, 'isWeak' | 'isCertain'> | undefined {
  const { owner, name, sign, lead } = named;
  // A part of a path of names: `arn:…:secret:name`.
  if (owner === '' && lead.endsWith(':')) return undefined;
  const isOption = isOptionName(owner, lead);
  const isLine = named.place.reachesEnd && lineBegin.test(lead);
  if (!/[:=%]/.test(sign) && !isOption && !isBehind(named, isLine)) return undefined;
  const isCertain = isOption || /[?&]$/.test(lead) || isSetting(sign, isLine);
  const isEnv = isCertain && sign.startsWith('=') && /^[A-Z0-9_]*$/.test(owner + name);
  return { isWeak: !isEnv && !isPasswordName(owner, name), isCertain };
}

/** Text allowed before a name on a line of settings, or a comment with one. */
const lineBegin = /^\s*(?:(?:export|set|ENV|ARG|-)[ \t]+|\$env:|[#;][ \t]*)?["']?$/;

function isOptionName(owner: string, lead: string): boolean {
  return /^--?(?:$|[A-Za-z])/.test(owner) && /(?:^|[\s"'`=(,[])$/.test(lead);
}

function isPasswordName(owner: string, name: string): boolean {
  return /^(?:pass.+|pwd)$/i.test(name) || (/^pass$/i.test(name) && owner !== '');
}

/** As settings are written: `name=value` and `name: value`; with blanks around `=` also programs. */
function isSetting(sign: string, isLine: boolean): boolean {
  if (sign === '>') return true;
  return isLine && (sign === '=' || /^["']?:[ \t]/.test(sign) || sign.includes('\n'));
}

/** A name and a value that only their position connects. */
function isBehind({ owner, name, sign, lead, place }: Named, isLine: boolean): boolean {
  if (sign === '>') return lead.endsWith('<') && place.isElement;
  if (sign.endsWith('value=') || /\bset[ \t]+$/.test(lead)) return true;
  // SQL: PASSWORD 'x'. Of other names messages speak like that: secret "tls-2024" not found.
  if (isPasswordName(owner, name) && (place.open !== '' || /is/.test(sign))) return true;
  // .netrc: a line of its own.
  return isLine && owner === '';
}
