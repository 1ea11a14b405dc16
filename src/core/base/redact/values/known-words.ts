// cspell:ignore pbkdf scrypt ripemd ecdsa eddsa chacha utf
/** A part of a name of an algorithm or an encoding. */
const technical =
  /^(?:scram|hmac|rsa|ssh|ecdsa|eddsa|aes|ecdh|ed|hs|rs|es|ps|sha|md|ripemd|utf|ucs|latin|base|bcrypt|argon|scrypt|pbkdf|chacha|curve|nistp|secp|oauth|iso|ascii)\d{0,5}(?:le|be|id|[kr]1)?$/i;
/** `^1.2.3`, `>=2.0`, `v1.2.3-rc.1` */
const version = /^[v^~<>=]{0,3}\d{1,5}(?:\.(?:\d{1,5}|x|\*)){1,3}(?:[-+][\w.-]{1,30})?$/;
/** `--name`, `-name=…`: the next option. */
const option = /^-{1,2}[a-z][a-z_-]*(?:=.*)?$/i;
/** What only regular expressions have. */
const pattern =
  /^\.[*+]|\(\?[:<P=!]|\[\^|\[(?:a-z|A-Z|0-9|\\[wdsx])|\\[wdsWDS](?:[+*{)\]]|$)|^\/?\^.*\$\/?[a-z]*$|\.[+*][)$]|\\[(|<>%]|^\/\^|^qr\//;
const alphabet = /ABCDEFGHIJKLM|abcdefghijklm|0123456789[A-Za-z._+-]{3}/;
/** A port of a service; an address of memory; a default of no one. */
const small = /^(?:\d{1,5}\/(?:tcp|udp|sctp)|0x[0-9a-f]{1,4}|key-?data)$/i;

/** A name of an algorithm, a version, an option, a regular expression: no one's secret. */
export function isTechnical(value: string): boolean {
  return (
    isAlgorithm(value) ||
    version.test(value) ||
    option.test(value) ||
    small.test(value) ||
    pattern.test(value) ||
    checks.test(value) ||
    alphabet.test(value) ||
    isPathOfWords(value)
  );
}

/** How a form is checked: `required|min:8`. */
const checks = /^[a-z_]+(?::[\w,.]+)?(?:\|[a-z_]+(?::[\w,.]+)?)+$/;

function isAlgorithm(value: string): boolean {
  const [first = '', ...rest] = value.split(/[-_+/]/, 6);
  return (
    technical.test(first) &&
    rest.every((part) => /^\d{0,5}$|^[a-z]{3}$/i.test(part) || technical.test(part))
  );
}

/** `projects/42/secrets/*` and other paths of words. */
function isPathOfWords(value: string): boolean {
  if (!/^[\w.*{}:$/-]{1,200}$/.test(value) || !/\/.*\//.test(value)) return false;
  return value.split('/').every((part) => /^\d*$/.test(part) || isWords(part));
}

const words =
  /^(?:[a-z]{1,14}(?:[A-Z][a-z]{1,14}){0,6}\d{0,4}|(?:[A-Z][a-z]{1,14}){1,6}\d{0,4}|[A-Z]{1,14}\d{0,4}|\d{0,4})$/;

/** Words with a number behind some: `rds-master-v2`, `prod_key_2026`, `*`. */
export function isWords(value: string): boolean {
  return value.split(/[\s_.:*{}$-]+/).every((part) => words.test(part));
}

const ofPlaceholder =
  /^(?:(?:my|your|the|any|some|fake|dummy|sample|example|test|new|old|db|user|app|api|client|access|refresh|bearer|auth|proxy|repo|login|current|pvk|jwt|secret|token|key|password|passw(?:or)?d|pwd|passphrase|pass|string|here|not|is|goes)[-_ ]?){2,8}$/i;
const unreal = /^(?:my|your|the|any|some|fake|dummy|sample|example)[-_ A-Z]|not-?a-?/i;

/** `my_password`, `fakeApiToken`: said of no real one. */
export function isUnreal(value: string): boolean {
  return ofPlaceholder.test(value) && unreal.test(value);
}

function partsOf(name: string): readonly string[] {
  const parts = name.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** `PASSWORD_TOO_WEAK = "password_too_weak"`: a constant with its own name, or a part of it. */
export function repeatsName(value: string, name: string): boolean {
  if (!/^[A-Za-z][\w.:/-]{5,79}$/.test(value)) return false;
  const said = partsOf(value);
  const own = partsOf(name);
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    one.every((part) => other.includes(part));
  if (said.length >= 2 && isSame(said, own)) return true;
  return own.length >= (value.split('/').every(isWords) ? 2 : 3) && isSame(own, said);
}

/** `SIGN_IN_V2`, `api.Client2.Credentials`, `OAuth2Token`: constants, members and types of programs. */
export function isProgramName(value: string): boolean {
  if (/^[A-Z][A-Z0-9]*(?:_(?:[A-Z]{2,}\d{0,3}|V?\d{1,2}))+$/.test(value)) return isWords(value);
  if (/^[A-Z]\w*(?:Credential|Token|Password|Secret|Key|Auth)s?[.?!]?$/.test(value)) return true;
  if (/^[a-z]+(?:_[a-z]+)*_(?:password|passwd|pass|pwd|token|secret|key)$/.test(value)) return true;
  return member.test(value) && value.split(/\?\.|\.|::|->/).every(isIdentifier);
}

const member =
  /^[A-Za-z_$][\w$]{0,60}(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]{0,60}){1,6}(?:[.?!]|(?:\?\?|\|\||&&|[+-]).*)?$/;

function isIdentifier(part: string): boolean {
  const name = /^_*([\w$]*)/.exec(part)?.[1] ?? '';
  return (
    /^[A-Za-z$][A-Za-z_$]*(?:\d{1,4}[A-Za-z_$]*){0,3}$/.test(name) &&
    !/\d[a-z]?\d|\d[A-Z](?![a-z]{2})/.test(name)
  );
}
