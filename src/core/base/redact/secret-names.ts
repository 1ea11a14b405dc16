import { credentialIn, type Credential } from './credential-names';
import { maxName, nameAt, signBehind, type Name, type Sign } from './name-signs';
import { cut, maxJudged, valueAt, type Value } from './named-values';
import { noSpans, type Place, type SecretSpan } from './secret-span';
import { isDrawnWord, isPlaceholder, isSecretValue, type SecretCandidate } from './secret-values';

/** Characters of a line behind a name in which a value may be that is not the first. */
const maxFallback = 200;

/** The value behind a name that says credential (`password = …`, `--token …`, `"apiKey": "…"`). */
export function namedSecretAt(place: Place): readonly SecretSpan[] {
  const { text } = place;
  const name = nameAt(place);
  const credential = credentialIn(name.text, name.isBehind('?') || name.isBehind('&'));
  if (credential === undefined) return noSpans;
  const signed = signBehind(text, name);
  if (signed === undefined) return noSpans;
  const span = valueBehind(place, { name, signed, credential });
  return span === undefined ? noSpans : [{ kind: 'secret', begin: name.start, ...span }];
}

type NamedSign = Pick<Named, 'name' | 'signed' | 'credential'>;
type Range = Pick<Value, 'from' | 'to'>;

function valueBehind({ text }: Place, named: NamedSign): Range | undefined {
  const { signed, credential } = named;
  const value = valueAt(text, signed.end, signed.kind);
  const isPossible =
    value !== undefined && value.to - value.from >= 4 && !isIdentifier(text, signed, value);
  if (isPossible && fits({ ...named, value })) {
    const { from, to } = value.isQuoted ? value : cut(text, value, signed, credential);
    if (isSecretValue(judged({ text, ...named, value, from, to }))) return { from, to };
  }
  const mayFallBack = signed.kind === 'assign' && value?.isQuoted !== true;
  return mayFallBack ? fallbackAt(text, signed.end, credential) : undefined;
}

const fallback = /(?:[?:]|\|\||\b(?:or|else))[ \t]*(["'])([^"'\s]{6,120})\1/g;

/** `api_key = given ? "…" : none`, `password = given || "…"`: what a program takes otherwise. */
function fallbackAt(text: string, start: number, { isPassword }: Credential): Range | undefined {
  const near = text.slice(start, start + maxFallback);
  const end = near.indexOf('\n');
  const line = end === -1 ? near : near.slice(0, end);
  if (!['?', '||', ' or ', ' else '].some((sign) => line.includes(sign))) return undefined;
  for (const { 0: whole, 2: value = '', index } of line.matchAll(fallback)) {
    const isMixed = isPassword && /\d/.test(value) && /[A-Za-z]/.test(value);
    if (isPlaceholder(value) || !(isMixed || isDrawnWord(value))) continue;
    const to = start + index + whole.length - 1;
    return { from: to - value.length, to };
  }
  return undefined;
}

/** `password = password2 ?? …`, `if password != other1:` */
function isIdentifier(text: string, { text: sign }: Sign, value: Value): boolean {
  const { from, to } = value;
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
  if (/^[a-z]+(?:[ _-][a-z]+)+$/i.test(name.text) && value.looksDrawn) return true;
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

function judged(found: Found): SecretCandidate {
  const { text, name, signed, credential, value, from, to } = found;
  const isCertain = () =>
    isOption(name) || name.isBehind('?') || name.isBehind('&') || isSetting(found);
  const isEnv = () => signed.text.startsWith('=') && /^[A-Z0-9_]+$/.test(name.text) && isCertain();
  return {
    value: text.slice(from, Math.min(to, from + maxJudged)),
    isWeak: !credential.isPassword && !isEnv(),
    isQuoted: value.isQuoted,
    isCertain,
    isHeader: credential.isHeader && signed.text.includes(':'),
  };
}
