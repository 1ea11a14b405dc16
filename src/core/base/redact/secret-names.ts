import { credentialIn, type Credential } from './values/credential-names';
import { isWords } from './values/known-words';
import { maxName, nameAt, signBehind, type Name, type Sign, type SignKind } from './name-signs';
import { printedBelow } from './printed-secrets';
import { saidBefore } from './said-secrets';
import { columnsBelow, isThoughtUp, saidBehind, valueBefore } from './row-secrets';
import { cut, maxJudged, valueAt, type Value } from './named-values';
import { matchAt, noSpans, type Place, type SecretSpan } from './values/secret-span';
import {
  isDrawnPassword,
  isDrawnWord,
  isPlaceholder,
  isSecretValue,
  type SecretCandidate,
} from './values/secret-values';

/** Characters of a line behind a name in which a value may be that is not the first. */
const maxFallback = 200;

/** The value behind a name that says credential (`password = …`, `--token …`, `"apiKey": "…"`). */
export function namedSecretAt(place: Place): readonly SecretSpan[] {
  const { text } = place;
  const name = nameAt(place);
  const credential = credentialIn(name.text, name.isBehind('?') || name.isBehind('&'));
  if (credential === undefined) return keyBehind(place, name);
  const signed = signBehind(text, name);
  if (signed === undefined) return apartFrom(place, name, credential);
  const spanOfRange = ({ from, to }: Range) => ({ kind: 'secret', begin: name.start, from, to });
  if (isListBegin(signed)) return listBehind(text, name, signed, credential).map(spanOfRange);
  const range = valueBehind(text, name, signed, credential);
  return range === undefined ? apartFrom(place, name, credential) : [spanOfRange(range)];
}

/** A value with words between it and the name, or one before it. */
function apartFrom(
  { text, floor }: Place,
  { start, end }: Name,
  credential: Credential,
): readonly SecretSpan[] {
  const said = saidBehind(text, start, end, credential);
  if (said.length > 0) return said;
  const before = valueBefore(text, { start, floor }, credential);
  if (before.length > 0) return before;
  const isThe = credential.isPassword ? saidBefore(text, start, floor) : noSpans;
  if (isThe.length > 0) return isThe;
  const printed = printedBelow(text, { start, end }, floor);
  return printed.length > 0 ? printed : columnsBelow({ text, start, end, floor });
}

const keySign = /["']?[ \t]{0,4}[:=][ \t]{0,4}["']([\w+/=-]{32,120})["']/y;

/** A key of a map, of data, or that everyone may have. */
const otherKey =
  /pub|verif|cache|host|object|sort|partition|row|group|shard|idempot|dedup|foreign|hash|index|map/i;

/** `"key": "…"` alone says nothing, unless its value is as long and mixed as none that is not drawn. */
function keyBehind({ text }: Place, { text: name, start, end }: Name): readonly SecretSpan[] {
  if (/keyname$/i.test(name)) return valueOfKey(text, start, end);
  const isKey = /^key$/i.test(name) || (/key\d?$/i.test(name) && !otherKey.test(name));
  const value = isKey ? matchAt(keySign, text, end) : null;
  const drawn = value?.[1] ?? '';
  // The data of a public key, of a certificate, and of JSON.
  if (value === null || !isDrawnWord(drawn) || /^(?:MI|MF|MC|AAAA|eyJ)|-.*-.*-/.test(drawn)) {
    return noSpans;
  }
  if (![/[a-z]/, /[A-Z]/, /\d/].every((each) => each.test(drawn))) return noSpans;
  const to = end + value[0].length - 1;
  return [{ kind: 'secret', begin: start, from: to - drawn.length, to }];
}

const valueSign =
  /["']?[ \t]{0,3}[:=][ \t]{0,3}["']?[\w.-]{1,60}["']?,(?:\s{0,40}["']?[a-z]\w{0,20}["']?[ \t]{0,3}[:=][ \t]{0,3}["']?[\w.-]{1,40}["']?,){0,3}\s{0,40}["']?value["']?[ \t]{0,3}[:=][ \t]{0,3}["']([\w+/=-]{32,120})["']/iy;

/** `"keyName": "key1", "value": "…"` */
function valueOfKey(text: string, begin: number, end: number): readonly SecretSpan[] {
  const found = matchAt(valueSign, text, end);
  const value = found?.[1] ?? '';
  if (found === null || !isDrawnWord(value)) return noSpans;
  const to = end + found[0].length - 1;
  return [{ kind: 'secret', begin, from: to - value.length, to }];
}

/** `[`, or the first item of a list in lines. */
function isListBegin({ text }: Sign): boolean {
  return /\[\s*$|\n[ \t]*-[ \t]+$/.test(text);
}

const nextItem = /[ \t]*(?:,\s{0,40}|\r?\n[ \t]{1,40}-[ \t]{1,4})(?=[^\s\]])/y;

/** Of a list every value that is one. */
function listBehind(
  text: string,
  name: Name,
  signed: Sign,
  credential: Credential,
): readonly Range[] {
  const ranges: Range[] = [];
  for (let at: number | undefined = signed.end; at !== undefined;) {
    const value = valueAt(text, at, signed.kind);
    if (value === undefined) break;
    const named = new Named(text, { name, signed, credential }, value);
    if (value.to - value.from >= 4 && named.isSecret()) ranges.push(named.range);
    const next = matchAt(nextItem, text, value.isQuoted ? value.end : named.range.to);
    at = next === null ? undefined : next.index + next[0].length;
  }
  return ranges;
}

type Range = Pick<Value, 'from' | 'to'>;

function valueBehind(
  text: string,
  name: Name,
  signed: Sign,
  credential: Credential,
): Range | undefined {
  const value = valueAt(text, signed.end, signed.kind);
  const isPossible =
    value !== undefined && value.to - value.from >= 4 && !isIdentifier(text, signed, value);
  if (isPossible) {
    const named = new Named(text, { name, signed, credential }, value);
    if (named.isSecret()) return named.range;
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

/** Text allowed before a name on a line of settings, or a comment with one. */
const lineBegin =
  /^\s*(?:(?:export|set|setx|setenv|ENV|ARG|-|\+|set -gx|declare -x|local|readonly)[ \t]+|\$env:|\$|[#;<>][ \t]*)?\\?["']?(?:[\w.-]+[ \t]+)?$/i;

interface SignedName {
  readonly name: Name;
  readonly signed: Sign;
  readonly credential: Credential;
}

/** A name that says credential, with the value that a sign may connect with it. */
class Named implements SecretCandidate {
  range: Range;

  private readonly placed: Name;
  private readonly signed: Sign;
  private readonly credential: Credential;

  constructor(
    private readonly text: string,
    { name, signed, credential }: SignedName,
    private readonly found: Value,
  ) {
    this.placed = name;
    this.signed = signed;
    this.credential = credential;
    this.range = found;
  }

  isSecret(): boolean {
    if (!this.fits()) return false;
    const { text, found, signed, credential } = this;
    if (!found.isQuoted) this.range = cut(text, found, signed, credential);
    return isSecretValue(this) && (!credential.isList || isListBegin(signed) || this.isDrawnList());
  }

  get name(): string {
    return this.placed.text;
  }

  get isStatement(): boolean {
    return /^\s+=\s+$/.test(this.signed.text) && !this.found.reachesEnd;
  }

  get value(): string {
    const { from, to } = this.range;
    return this.text.slice(from, Math.min(to, from + maxJudged));
  }

  get isQuoted(): boolean {
    return this.found.isQuoted;
  }

  get isKey(): boolean {
    return this.credential.isKey;
  }

  get isWeak(): boolean {
    return !this.credential.isPassword && !this.isEnv() && !this.isPassOfUser();
  }

  /** `user: bob pass: …`, `const char* pass = "…";` with a digit: no part of a render or a test. */
  private isPassOfUser(): boolean {
    const { placed, found } = this;
    if (!/^pass$/i.test(placed.text)) return false;
    if (/\b(?:user(?:name)?|login|account|e-?mail|uid)\b/i.test(placed.lead)) return true;
    return found.isQuoted && /^(?=.*\d)[A-Za-z]\S{5,}$/.test(found.judged);
  }

  get isHeader(): boolean {
    return this.credential.isHeader && this.signed.text.includes(':');
  }

  isCertain(): boolean {
    const { placed: name } = this;
    const isPart = [';', '?', '&'].some((sign) => name.isBehind(sign));
    return isPart || isOption(name) || this.isSetting();
  }

  /** `API_TOKENS=…,…` */
  private isDrawnList(): boolean {
    return this.value.split(/[,;]/).every(isDrawnWord);
  }

  private isEnv(): boolean {
    const { signed, placed: name } = this;
    return signed.text.startsWith('=') && /^[A-Z0-9_]+$/.test(name.text) && this.isCertain();
  }

  /** As settings are written: `name=value` and `name: value`; with blanks around `=` also programs. */
  private isSetting(): boolean {
    const { kind, text } = this.signed;
    if (kind === 'element') return true;
    if (kind === 'below') return false;
    if (!this.found.reachesEnd || !lineBegin.test(this.placed.lead)) return false;
    return text === '=' || /^["']?:[ \t]/.test(text) || text.includes('\n');
  }

  /** True if a sign connects this name with this value. */
  private fits(): boolean {
    return fitting[this.signed.kind](this);
  }

  isAssigned(): boolean {
    // `password::tests`
    const { signed, found, text, placed } = this;
    if (signed.text.endsWith(':') && found.judged.startsWith(':')) return false;
    // `"password:"`, a text that ends here.
    if (
      signed.text === ':' &&
      found.isQuoted &&
      text.startsWith(`:${text.charAt(placed.start - 1)}`, placed.end)
    ) {
      return false;
    }
    return !isPathOfNames(this.placed, this.signed);
  }

  isBelow(): boolean {
    const { found } = this;
    return found.isQuoted || (found.reachesEnd && isDrawnBelow(found.judged));
  }

  isCell(): boolean {
    return /\|[ \t]*[`*]{0,2}$/.test(this.placed.lead) && isDrawnPassword(this.found.judged);
  }

  isElement(): boolean {
    return /<(?:[\w-]+:|[\w:-]+ [^<>]*["'])?$/.test(this.placed.lead) && this.found.isElement;
  }

  isSet(): boolean {
    const { credential, found, placed } = this;
    const isTest = /(?:^|\.)pass$/i.test(placed.text) && isWords(found.judged);
    return credential.isSetter && found.isQuoted && !isTest;
  }

  /** Of a call or a list; a list may name several credentials. */
  isArgument(): boolean {
    if (isOption(this.placed)) return true;
    const { lead } = this.placed;
    if (!/[([,]\s*\\?["'`]$/.test(lead)) return false;
    if (/\w\(\s*\\?["'`]$/.test(lead)) return true;
    return !isWords(this.found.judged) && /[\d!@#$%^&*+=]/.test(this.found.judged);
  }

  /** A name and a value that only their position connects. */
  isBehind(): boolean {
    const { placed: name, found, signed } = this;
    if (name.text === 'Pass' || this.isOther()) return false;
    if (isOption(name)) return this.isOfOption();
    if (setter.test(name.lead) || hasType.test(signed.text)) return true;
    if (/#define[ \t]+$|\benv:$/i.test(name.lead)) return found.isQuoted;
    if (/^[a-z]\w*(?:[ _.-]\w+)+$/i.test(name.text) && found.looksDrawn) return true;
    return this.isSaid() || this.isLine() || this.isMixedBehind();
  }

  /** Not a sentence about it: `--password is insecure`. */
  private isOfOption(): boolean {
    return !/\bis\b/.test(this.signed.text) || isDrawnPassword(this.found.judged);
  }

  /** `the token X`: as no word and no number is written. */
  private isMixedBehind(): boolean {
    const value = this.found.judged;
    const isMixed = [/[a-z]/, /[A-Z]/, /\d/].every((each) => each.test(value));
    return isMixed && this.found.looksDrawn && /^[\w+/=-]+$/.test(value);
  }

  /** A line of its own: of `.netrc`, or what a client sends a server. */
  private isLine(): boolean {
    const { placed: name, found } = this;
    if (!/^\s*$/.test(name.lead) || !found.reachesEnd) return false;
    if (name.text === 'PASS') return isThoughtUp(found.judged, { isPassword: true });
    return /^[a-z]+$/.test(name.text) && !found.judged.startsWith('-');
  }

  /** What a comma divides from the name, or an attribute with a value of its own. */
  private isOther(): boolean {
    const { placed, signed, found } = this;
    if (found.isQuoted) return false;
    if (signed.text.includes(',')) return true;
    return !isOption(placed) && /^[A-Za-z_][\w.:-]*=[^=\s]/.test(found.judged);
  }

  private isSaid(): boolean {
    const { placed: name, signed, found, credential } = this;
    if (found.isQuoted && isDrawnWord(found.judged)) return true;
    if (!credential.isPassword) return false;
    if (found.isQuoted || /is|=/.test(signed.text) || isDrawnPassword(found.judged)) return true;
    return /\bmysqladmin\b/.test(name.lead);
  }
}

/** Whether a sign connects a name with a value. */
const fitting: Readonly<Record<SignKind, (named: Named) => boolean>> = {
  assign: (named) => named.isAssigned(),
  below: (named) => named.isBelow(),
  cell: (named) => named.isCell(),
  typed: () => true,
  value: () => true,
  element: (named) => named.isElement(),
  call: (named) => named.isArgument(),
  method: (named) => named.isSet(),
  blank: (named) => named.isBehind(),
};

/** Programs and directives that set what is named next. */
const setter =
  /\b(?:set|setx|setenv|set -gx|set -x)[ \t]+(?:(?:--?[a-z][\w-]*|\/[A-Za-z]+)[ \t]+)*(?:\S+:)?$|^[ \t]*ENV[ \t]+$|\badd[ \t]+$/;

/** How a device of a network stores what follows. */
const hasType = /(?:\d|text|decimal|encrypted|plain)[ \t]+$/;

function isDrawnBelow(value: string): boolean {
  return isDrawnPassword(value) || (/\d/.test(value) && /[!@#%^&*+~]/.test(value));
}

function isOption({ text, lead }: Name): boolean {
  return /^--?[A-Za-z]/.test(text) && /(?:^|[\s"'`=(,[])$/.test(lead);
}

/** `arn:…:secret:name`. */
function isPathOfNames({ text, lead }: Name, { text: sign }: Sign): boolean {
  return sign === ':' && /^\w+$/.test(text) && /\w:$/.test(lead);
}
