import {
  commandRules,
  curlCookieAt,
  dsnAt,
  type LiteralRule,
  pipedAt,
  readAt,
  substitutedAt,
} from './command-secrets';
import {
  authorizationAt,
  basicAt,
  bearerAt,
  cookiePairs,
  cookiesAt,
  grantAt,
  grantNames,
  keyPathAt,
  keyPaths,
  sessionAt,
  urlPasswordAt,
  urlSignatureAt,
  walletWordsAt,
} from './request-secrets';
import { type Hits, type Literal, LiteralSearch } from './literals';
import { insertedAt } from './row-secrets';
import { blockAt, blockNames } from './secret-blocks';
import { printedAt, printers } from './printed-secrets';
import {
  backupCodesAt,
  codeAt,
  codeNames,
  driveKeyAt,
  entryWords,
  saidNearAt,
} from './said-secrets';
import { namedSecretAt } from './secret-names';
import {
  type FindAt,
  matchAt,
  noSpans,
  type Place,
  spanOf,
  type SecretSpan,
} from './values/secret-span';
import { changesAsDrawn, isPlaceholder } from './values/secret-values';
import { type Left, type VendorForm, vendorForms } from './vendor-forms';

/** In which order searches look at a text: each sees only what the ones before left. */
export type SearchStep = 'key' | 'mark' | 'form' | 'name';

interface Rule {
  readonly step: SearchStep;
  readonly literal: string;
  readonly isAnyCase: boolean;
  readonly isApart: boolean;
  /** It ends its line. */
  readonly isLast: boolean;
  /** So many characters of a word follow; fewer need not be looked at. */
  readonly least: number;
  readonly find: FindAt;
}

const anyCase = (step: SearchStep, literals: readonly string[], find: FindAt): readonly Rule[] =>
  literals.map((literal) => ({
    step,
    literal,
    isAnyCase: true,
    isApart: false,
    isLast: false,
    least: 0,
    find,
  }));

const none: FindAt = () => noSpans;

const rules: readonly Rule[] = [
  ...anyCase('key', ['private key', 'private-lines'], none),
  ...anyCase('mark', ['[redacted:'], none),
  ...vendorForms.map(vendorRule),
  ...anyCase('form', ['authorization'], authorizationAt),
  ...anyCase('form', ['bearer'], bearerAt),
  ...anyCase('form', ['basic '], basicAt),
  ...anyCase('form', ['cookie'], cookiesAt),
  ...anyCase(
    'form',
    [
      'sessionid=',
      'sessid=',
      'connect.sid=',
      '_session=',
      'sessionid"',
      'sessid"',
      'connect.sid"',
      '_session"',
    ],
    sessionAt,
  ),
  ...anyCase('form', ['insert into'], insertedAt),
  ...anyCase('form', ['://', String.raw`:\/\/`], urlPasswordAt),
  ...anyCase('form', ['sig=', 'amz-signature=', 'goog-signature=', '&signature='], urlSignatureAt),
  ...anyCase(
    'form',
    [
      'sudo -s',
      'sudo -k -s',
      'chpasswd',
      '--with-token',
      '-stdin',
      'kinit',
      'cryptsetup',
      'smbpasswd',
      'secret put',
      'secret set',
      'secrets set',
      'secret create',
      'env add',
    ],
    readAt,
  ),
  ...anyCase('form', ['convertto-securestring'], pipedAt),
  ...anyCase('form', ['<(echo ', '<(printf '], substitutedAt),
  ...anyCase('form', ['@tcp(', '@unix('], dsnAt),
  ...anyCase('form', ['mnemonic', 'seed phrase', 'seed_phrase', 'recovery phrase'], walletWordsAt),
  ...anyCase('form', grantNames, grantAt),
  ...anyCase('form', keyPaths, keyPathAt),
  ...anyCase('form', codeNames, codeAt),
  ...anyCase(
    'form',
    ['recovery code', 'backup code', 'scratch code', 'emergency code'],
    backupCodesAt,
  ),
  ...anyCase('form', ['bitlocker', 'recovery key', 'recovery password'], driveKeyAt),
  ...anyCase('form', blockNames, blockAt).map((rule) => ({ ...rule, isLast: true })),
  ...anyCase('form', printers, printedAt),
  ...anyCase('form', entryWords, saidNearAt),
  ...anyCase('form', ['curl'], curlCookiesAt),
  ...commandRules.flatMap(({ literal, find }: LiteralRule) => anyCase('form', [literal], find)),
  ...anyCase(
    'name',
    [
      'pass',
      'pwd',
      'psw',
      'psk',
      'secret',
      'token',
      'cred',
      'salt',
      'key',
      'kennwort',
      'wachtwoord',
      'senha',
    ],
    namedSecretAt,
  ),
  ...anyCase(
    'name',
    ['_pw', '-pw', '.pw', 'pw:', 'pw=', 'pw"', "pw'", 'pw =', 'pw '],
    namedSecretAt,
  ),
  ...anyCase('name', ['_auth', '-auth', '"auth', "'auth", 'auth=', '_pat', '-pat'], namedSecretAt),
  ...anyCase('name', ['pat:', 'pat=', 'pat"', "pat'", 'pat ='], namedSecretAt),
];

function curlCookiesAt(place: Place): readonly SecretSpan[] {
  const at = curlCookieAt(place);
  return at === undefined ? noSpans : cookiePairs(place.text, place.start, at);
}

function vendorRule(form: VendorForm): Rule {
  const { literal, isApart = false } = form;
  // A form that counts what is before its literal says nothing of what follows.
  const least = form.left === undefined ? 12 : 0;
  const find = finderOf(form);
  return { step: 'form', literal, isAnyCase: false, isApart, isLast: false, least, find };
}

function finderOf({ kind, literal, rest, isDrawn = false, left }: VendorForm): FindAt {
  let expression: RegExp | undefined;
  return ({ text, start, end, floor }) => {
    expression ??= new RegExp(rest, 'y');
    const found = matchAt(expression, text, end);
    if (found === null) return noSpans;
    const body = found[0];
    const from = left === undefined ? start : start - countBefore(text, start, floor, left);
    if (left !== undefined && !isCount(start - from, left, text, from)) return noSpans;
    if (isPlaceholder(body) || isSnakeCase(body)) return noSpans;
    if (isDrawn && !changesAsDrawn(body)) return noSpans;
    const keeps = literal.endsWith('/') || literal === '_gitlab_session=';
    return spanOf(kind, from, keeps ? end : from, end + body.length);
  };
}

/** A name in a program: several words of one case, nothing else. */
function isSnakeCase(body: string): boolean {
  return /^_?(?:[A-Z]{1,20}(?:_[A-Z]{1,20}){2,12}|[a-z]{1,20}(?:_[a-z]{1,20}){2,12})_?$/.test(body);
}

/** At the begin of a line the first part may be on the line before. */
function isCount(count: number, { least, most }: Left, text: string, from: number): boolean {
  if (count > most) return false;
  const isBegin = from === 0 || text.charAt(from - 1) === '\n';
  return count >= (isBegin ? Math.min(least, 4) : least);
}

function countBefore(
  text: string,
  start: number,
  floor: number,
  { unit, most, isGlued = false }: Left,
): number {
  let count = 0;
  for (let at = start - 1; at >= floor && count <= most; at -= 1) {
    const isLineEnd = /[bfnrt]/.test(text.charAt(at)) && text.charAt(at - 1) === '\\';
    if (isLineEnd || !unit.test(text.charAt(at))) break;
    count += 1;
  }
  return isGlued ? Math.min(count, most) : count;
}

const literals = new Map<string, number>();
const rulesOf: Rule[][] = [];
for (const rule of rules) {
  const key = `${String(rule.isAnyCase)} ${rule.literal}`;
  const index = literals.get(key) ?? rulesOf.push([]) - 1;
  literals.set(key, index);
  rulesOf[index]?.push(rule);
}

const known: readonly Literal[] = rulesOf.flatMap(([rule]) =>
  rule === undefined ? [] : [{ text: rule.literal, isAnyCase: rule.isAnyCase }],
);

let search: LiteralSearch | undefined;

/** Built at first use: that takes some milliseconds. */
function literalSearch(): LiteralSearch {
  search ??= new LiteralSearch(known);
  return search;
}

/** Where the first literal from `from` on ends that may reveal a credential, or the length. */
export function firstHit(text: string, from: number): number {
  return literalSearch().findFirst(text, from, isPossible);
}

/** True if the text ends within a literal. */
export function endsWithinLiteral(text: string, from: number): boolean {
  return literalSearch().endsWithin(text, from);
}

export function allHits(text: string): Hits {
  return literalSearch().find(text, isPossible);
}

/** The credentials that a literal reveals where it stands. */
export function spansAt(step: SearchStep, literal: number, place: Place): readonly SecretSpan[] {
  for (const rule of rulesOf[literal] ?? []) {
    if (rule.step !== step) continue;
    if (rule.isApart && !isApart(place.text, place.start, place.floor)) continue;
    const spans = rule.find(place);
    if (spans.length === 0) continue;
    if (spans.every(({ begin }) => begin >= place.floor)) return spans;
    const own = spans.filter(({ begin }) => begin >= place.floor);
    if (own.length > 0) return own;
  }
  return noSpans;
}

/** True for a literal of which a token, or the name of a value, consists. */
export function isOfToken(literal: number): boolean {
  const [rule] = rulesOf[literal] ?? [];
  return rule !== undefined && (rule.step === 'name' || !rule.isAnyCase);
}

export function stepOf(literal: number): SearchStep {
  return rulesOf[literal]?.[0]?.step ?? 'form';
}

export function lengthOf(literal: number): number {
  return known[literal]?.text.length ?? 0;
}

const leastOf = rulesOf.map((all) => Math.min(...all.map(({ least }) => least)));
const lastOf = rulesOf.map((all) => all.every((rule) => rule.isLast));
const apartOf = rulesOf.map((all) => all.every((rule) => rule.isApart));
const foreignOf = known.map(({ text }) => (/[^\0-\x7f]/.test(text) ? text : undefined));
const isName = rulesOf.map((all) => all.every(({ step }) => step === 'name'));

/** Characters of tokens, and those that may break one. */
const inToken = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w.+/=:%~@-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);
const breaking = /[\x1b\x9b\\\n\r]/;
/** What may follow a name, or be of it. */
const afterName = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w\s"'`\\[\]:=,(>%?!<{|.\x1b-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** A quick look at what surrounds a literal: most are in other words. */
function isPossible(text: string, start: number, literal: number): boolean {
  const end = start + lengthOf(literal);
  if (!isSame(text, start, literal)) return false;
  if (isName[literal] === true) {
    const unit = text.charCodeAt(end);
    return end >= text.length || unit >= 128 || afterName[unit] === 1;
  }
  if (apartOf[literal] === true && start > 0 && !isApart(text, start, 0)) return false;
  if (lastOf[literal] === true && !isLineEnd(text, end)) return false;
  return isFollowed(text, end, leastOf[literal] ?? 0);
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || /[\r\n]/.test(text.charAt(at));
}

/** Characters of a token, so many, or a break within it. */
function isFollowed(text: string, end: number, least: number): boolean {
  for (let at = end; at < end + least; at += 1) {
    const unit = text.charCodeAt(at);
    if (at >= text.length) return true;
    if (unit < 128 && inToken[unit] === 1) continue;
    return breaking.test(text.charAt(at));
  }
  return true;
}

/** What is not ASCII is found by a part of its number only. */
function isSame(text: string, start: number, literal: number): boolean {
  const foreign = foreignOf[literal];
  return (
    foreign === undefined || text.slice(start, start + foreign.length).toLowerCase() === foreign
  );
}

/** Not inside a word; behind an escaped line end (`\n`) it is not. */
function isApart(text: string, start: number, floor: number): boolean {
  if (start === floor) return true;
  if (!/[\w-]/.test(text.charAt(start - 1))) return true;
  return (
    /[bfnrtm]/.test(text.charAt(start - 1)) &&
    start - 1 > floor &&
    /[\\\d[;]/.test(text.charAt(start - 2)) &&
    (text.charAt(start - 2) === '\\' ||
      /\x1b\[[\d;]*m$/.test(text.slice(Math.max(floor, start - 20), start)))
  );
}
