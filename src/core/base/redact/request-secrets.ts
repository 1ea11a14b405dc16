import { quotedAt } from './values/quoted-text';
import { changesAsDrawn, isDrawnWord, isPlaceholder, isWord } from './values/secret-values';
import { matchAt, noSpans, type Place, spanOf, type SecretSpan } from './values/secret-span';

const sign =
  /(?:\\?["'`\]]){0,2}[ \t]{0,4}(?::=|=>|[:=,])[ \t]{0,4}(?:\[[ \t\n]{0,9})?|["'],[ \t\n]{0,40}["']?value["']?[ \t]{0,4}[:=][ \t]{0,4}/y;
const scheme = /[A-Za-z][\w-]{0,30}(?:\\?[ \t]+|(?=["'][ \t]{0,3}[+.][ \t]{0,3}["']))/y;
const glue = /["'][ \t]{0,3}[+.][ \t]{0,3}["']/y;
const run = /[^\s"'`<>,;\\]{1,65536}/y;

/** Schemes after which any value is one. */
const knownScheme =
  /^(?:bearer|basic|token|digest|negotiate|ntlm|api-?key|key|bot|oauth|mac|hawk|geniekey|ssws|splunk|sharedkey(?:lite)?|aws4-[\w-]+|aws|zoho-oauthtoken|klaviyo-api-key|deepl-auth-key|jwt|dpop|signature|apisecret|user|cdn|snowflake|pat|private-token|gnap|scram-[\w-]+)$/i;

/** After `Authorization`: what follows the scheme, up to the quote or the end of the line. */
export function authorizationAt({ text, start, end }: Place): readonly SecretSpan[] {
  const signed = matchAt(sign, text, end);
  if (signed === null) return noSpans;
  const begin = end + signed[0].length;
  const quoted = quotedAt(text, begin);
  const at = quoted?.from ?? begin;
  const named = textAt(scheme, text, at);
  const glued = textAt(glue, text, at + named.length);
  const limit = glued === '' && quoted !== undefined ? quoted.to : text.length;
  const given = { begin: start, at: at + named.length + glued.length, limit };
  if (knownScheme.test(named.replace(/[\\ \t]+$/, ''))) {
    const parameters = parametersAt(text, given.at, Math.min(limit, given.at + 4096));
    if (parameters !== undefined) return parameters.map((span) => ({ ...span, begin: start }));
    return headerValueAt(text, given, quoted === undefined ? 16 : 12);
  }
  const whole = headerValueAt(text, { ...given, at }, undefined);
  return whole.length > 0 || named === '' ? whole : headerValueAt(text, given, undefined);
}

function textAt(sticky: RegExp, text: string, at: number): string {
  return matchAt(sticky, text, at)?.[0] ?? '';
}

/** A value with a digit or a sign, or of a length, behind a known scheme; otherwise a drawn one. */
function headerValueAt(
  text: string,
  { at, limit, begin }: { readonly at: number; readonly limit: number; readonly begin: number },
  least: number | undefined,
): readonly SecretSpan[] {
  const value = (matchAt(run, text, at)?.[0] ?? '').slice(0, limit - at).replace(/[)\]}]+$/, '');
  if (!isHeaderValue(value, least)) return noSpans;
  return spanOf('authorization', begin, at, at + value.length);
}

const call = /^[A-Za-z_$][\w$]*(?:[.(]|\?\.)[\w$.]*[(]?/;
const certainCall = /^[A-Za-z_$][\w$.]*\(|^\w+=[a-z]+$/;

function isHeaderValue(value: string, least: number | undefined): boolean {
  if (value.length < 8 || isPlaceholder(value) || isWord(value)) return false;
  if (/^[A-Z_]+$/.test(value) || certainCall.test(value)) return false;
  if (call.test(value) && !/\d.*\d/.test(value)) return false;
  if (least !== undefined) return value.length >= least || /[\d=+/]/.test(value);
  return value.length >= 12 && /\d/.test(value) && changesAsDrawn(value);
}

const parameter =
  /(oauth_token|oauth_signature|signature|response|credential|token|mac|nonce|sig|password|secret|key)=("?)([^\s"',;]{8,})/gi;

/** Of a scheme with parameters: `response="…"`, `Signature=…`. */
function parametersAt(
  text: string,
  from: number,
  limit: number,
): readonly SecretSpan[] | undefined {
  const all = text.slice(from, limit);
  if (!/^[A-Za-z_]+=(?:$|[\n"[]|[^=\s"]*,)|^(?:token|signature|id|mac)=/i.test(all)) {
    return undefined;
  }
  const line = all.slice(0, (all.indexOf('\n') + 1 || all.length + 1) - 1);
  return [...line.matchAll(parameter)]
    .filter(
      ({ 3: value = '', 1: name = '' }) =>
        !isPlaceholder(value) && !/^(?:credential|nonce)$/i.test(name),
    )
    .map(({ 0: whole, 3: value = '', index }) => {
      const to = from + index + whole.length;
      return { kind: 'authorization', begin: from, from: to - value.length, to };
    });
}

const bearer = /,?(?:[ \t]+|\r?\n[ \t]+)(?=[^\s"']*\d)([\w.~+/=-]{16,})|,?[ \t]+([\w.~+/=-]{20,})/y;
const basic = /(?=[^\s"']*[\d=])[\w+/=-]{12,}/y;

/** `Bearer …` without the name of the header. */
export function bearerAt({ text, start, end }: Place): readonly SecretSpan[] {
  const found = matchAt(bearer, text, end);
  if (found === null) return noSpans;
  const value = found[1] ?? found[2] ?? '';
  if (isPlaceholder(value) || (found[1] === undefined && !changesAsDrawn(value))) return noSpans;
  const to = end + found[0].length;
  return spanOf('bearer-token', start, to - value.length, to);
}

/** `Basic …`; the literal has the blank. */
export function basicAt({ text, start, end }: Place): readonly SecretSpan[] {
  const value = matchAt(basic, text, end)?.[0] ?? '';
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || isPlaceholder(value)) return noSpans;
  return spanOf('basic-auth', start, end, end + value.length);
}

const cookieSign =
  /s?(?:\\?["'`\]]){0,2}[ \t]{0,4}(?:[:=,]|[ \t])[ \t]{0,4}(?:\[[ \t]{0,4}|["']value["'][ \t]{0,3}:[ \t]{0,3})?\\?["'`]?/y;
const pair = /([\w!#$%&*+.^|~-]{1,80})=("?)([^\s"'`;,<>\\]{1,8192})/y;
const between = /"?;[ \t]*/y;
/** Attributes of a cookie, and names whose values tell no one anything. */
const openPair =
  /^(?:path|domain|expires|max-age|samesite|priority|version|comment|theme|lang|locale|currency)$/i;

/** After `Cookie`, `Set-Cookie` or an option for one: each value that is long enough. */
export function cookiesAt({ text, start, end }: Place): readonly SecretSpan[] {
  const signed = matchAt(cookieSign, text, end);
  const spans = signed === null ? noSpans : cookiePairs(text, start, end + signed[0].length);
  return spans.length > 0 ? spans : cookieObjectAt(text, start, end);
}

const cookieObject = /s?(?:["'\]]?[ \t]{0,3}[=:]|\()[ \t]{0,3}(?:dict\(|\{)([^\n)}]{1,600})/y;
const quotedValue = /["']([^"'\s]{16,512})["']/g;

/** `cookies={'name': '…'}`, `setCookie({ name: …, value: … })`. */
function cookieObjectAt(text: string, begin: number, end: number): readonly SecretSpan[] {
  const found = matchAt(cookieObject, text, end);
  const inside = found?.[1];
  if (found === null || inside === undefined) return noSpans;
  const start = end + found[0].length - inside.length;
  return [...inside.matchAll(quotedValue)].flatMap(({ 1: value = '', index }) => {
    const from = start + index + 1;
    return isDrawnWord(value) ? [{ kind: 'cookie', begin, from, to: from + value.length }] : [];
  });
}

/** The values of `name=value; name=value`. */
export function cookiePairs(text: string, begin: number, from: number): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = from; ;) {
    const found = matchAt(pair, text, at);
    if (found === null) {
      const attribute = /^(?:HttpOnly|Secure|Partitioned)\b/i.exec(text.slice(at, at + 20));
      if (attribute === null) return spans;
      at += attribute[0].length;
    } else {
      const [whole, name = '', , value = ''] = found;
      at += whole.length;
      if (isCookieValue(name, value)) {
        spans.push({ kind: 'cookie', begin, from: at - value.length, to: at });
      }
    }
    const separator = matchAt(between, text, at);
    if (separator === null) return spans;
    at += separator[0].length;
  }
}

function isCookieValue(name: string, value: string): boolean {
  if (openPair.test(name) || isPlaceholder(value) || isWord(value)) return false;
  if (/^[A-Za-z_$][\w$]*[.(]/.test(value) && !/\d.*\d/.test(value)) return false;
  if (/^[A-Za-z_-]+$/.test(value) && !changesAsDrawn(value)) return false;
  return value.length >= 12 || (value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value));
}

const authority = /[^\s/"'`<>\\]{1,2048}/y;
/** Addresses of documentation. */
const documented =
  /^(?:pass(?:word|wd)?|foo|bar|baz|abc|xyz|123|pwd|secret|token|user(?:name)?|api[_-]?key|pw|p|\*+|x+)$/i;

/** After `://`: the password of a user, or a token in the place of a user. */
export function urlPasswordAt({ text, start, end }: Place): readonly SecretSpan[] {
  const found = matchAt(authority, text, end)?.[0];
  const last = found?.lastIndexOf('@') ?? -1;
  if (found === undefined || last < 1) return noSpans;
  // An `@` behind the host is of the query.
  if (/^[\w.-]+(?::\d{1,5})?[?#]/.test(found)) return noSpans;
  const colon = found.slice(0, last).indexOf(':');
  const user = found.slice(0, colon === -1 ? last : colon);
  const password = colon === -1 ? '' : found.slice(colon + 1, last);
  const spans: SecretSpan[] = [];
  if (isTokenUser(user)) spans.push(...spanOf('url-password', start, end, end + user.length));
  if (password !== user && isPassword(password)) {
    const from = end + colon + 1;
    spans.push(...spanOf('url-password', start, from, from + password.length));
  }
  return spans;
}

function isTokenUser(user: string): boolean {
  return /^\w{20,}$/.test(user) && /\d/.test(user) && changesAsDrawn(user);
}

function isPassword(password: string): boolean {
  if (password.length < 2 || password === 'x-oauth-basic') return false;
  return !isPlaceholder(password) && !documented.test(password);
}

/** `sig=…` and `X-Amz-Signature=…` of a signed URL. */
export function urlSignatureAt({ text, start, end, floor }: Place): readonly SecretSpan[] {
  const isWhole = text.charAt(start) === '&';
  if (!isWhole && start > floor && !/[?&;"'\s-]/.test(text.charAt(start - 1))) return noSpans;
  const value = matchAt(signature, text, end)?.[0] ?? '';
  if (value === '' || !/\d/.test(value) || isPlaceholder(value)) return noSpans;
  return spanOf('azure-sas', start, end, end + value.length);
}

const signature = /[\w%+/=-]{16,4096}/y;

const session = /(?:["']?,[ \t]{0,3}["']value["'][ \t]{0,3}:[ \t]{0,3})?["']?([\w%.+~-]{16,512})/y;

/** `connect.sid=…`: a cookie of a session, without the name of the header. */
export function sessionAt(place: Place): readonly SecretSpan[] {
  return drawnWordAt('cookie', session, place);
}

/** A drawn value, as `value` finds it behind a name. */
function drawnWordAt(kind: string, value: RegExp, { text, start, end }: Place) {
  const found = matchAt(value, text, end);
  const word = found?.[1] ?? '';
  if (found === null || !isDrawnWord(word) || isPlaceholder(word)) return noSpans;
  const to = end + found[0].length;
  return spanOf(kind, start, to - word.length, to);
}

const words =
  /["'\]]{0,2}[ \t]{0,9}(?::|=|is)[ \t]{0,9}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])/y;

/** The words from which a wallet makes its keys. */
export function walletWordsAt({ text, start, end }: Place): readonly SecretSpan[] {
  const found = matchAt(words, text, end);
  const value = found?.[1];
  if (found === null || value === undefined) return noSpans;
  const to = end + found[0].length;
  return [{ kind: 'secret', begin: start, from: to - value.length, to }];
}

/** Parts of a query or form that hand on a right, and say neither token nor key. */
export const grantNames: readonly string[] = [
  ...['?code=', '&code=', 'code_verifier', 'device_code', 'auth_code', 'authorization_code'],
  ...['client_assertion=', '&assertion=', 'samlresponse', 'samlart=', '&ticket=', '?ticket='],
];

const grant = /["']?[ \t]{0,3}(?:[:=][ \t]{0,3})?["']?([\w%+/=.~-]{16,8192})/y;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** `&code=…`: a drawn value. */
export function grantAt(place: Place): readonly SecretSpan[] {
  return drawnWordAt('secret', grant, place);
}

/** Parts of a path behind which the next part is a key. */
export const keyPaths: readonly string[] = [
  ...['/key/', '/keys/', '/token/', '/tokens/', '/secret/', '/apikey/', '/api-key/', '/invite/'],
  ...['/hook/', '/hooks/', '/webhook/', '/webhooks/', '/incoming/', '/reset-password/', '/magic/'],
  ...['/reset/', '/verify/', '/activate/', '.infura.io/v3/', '.alchemy.com/v2/'],
  ...['.quiknode.pro/', 'rpc.ankr.com/', '.make.com/'],
];

const part = /[\w-]{16,256}(?=$|[/?#&"'`\s<>)\],;.])/y;

/** A drawn part of an address behind one that says key. */
export function keyPathAt({ text, start, end }: Place): readonly SecretSpan[] {
  const value = matchAt(part, text, end)?.[0] ?? '';
  if (uuid.test(value) || isPlaceholder(value)) return noSpans;
  const isHost = text.charAt(start) === '.' || text.startsWith('rpc', start);
  const isKey = isHost ? /^(?=\D*\d)\w{20,}$/.test(value) : isMixed(value);
  return isKey ? spanOf('secret', start, end, end + value.length) : noSpans;
}

/** Drawn, and no name of words or number in hexadecimal, as ids are. */
function isMixed(value: string): boolean {
  return isDrawnWord(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/-.*-.*-/.test(value);
}
