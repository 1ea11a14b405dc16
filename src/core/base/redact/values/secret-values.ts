import { isProgramName, isTechnical, isUnreal, isWords, repeatsName } from './known-words';

/** A placeholder: `${VAR}`, `$VAR`, `{{ name }}`, `<name>`, `%VAR%`, `***`, `xxxxxxxx`. */
const reference =
  /^(?:\$\(|\$?[[{<(]|\$[A-Za-z_]\w*(?:$|[)}\]:/@.[]|->?)|\$\d|%[\w({]|[*.•_-]+$|@[\w.]+(?:$|[(@])|&[\w-]+$|\*[a-z][a-z_-]*$)|\$\{|\{\{|#\{|<%|\*{4}|\.{3}|…|x{7}|X{7}|^(?:x{4,}[-_.]?)+$|^__\w+__$/i;

/** A reference to the place where the value is stored. */
const elsewhere =
  /^(?:~|\.{0,2})\/[\w./-]*$|^[A-Za-z]:\\|^(?:arn|vault|op|env|file|https?|ssm|s3|gs|projects|ref\+\w+):|^pk_(?:live|test)_|^(?:id|src|type|env|file)=/;

const example =
  /your|_here$|-here$|change.?(?:me|it|this)|replace|example|placeholder|redacted|dummy|insert|todo|fixme|sample|^(?:x{3,}[-_]?)+$/i;

/** True for a placeholder of a credential, by its own form. */
export function isPlaceholder(value: string): boolean {
  if (reference.test(value) || elsewhere.test(value) || isUnreal(value)) return true;
  return /^[A-Za-z_\s-]+$/.test(value) && example.test(value);
}

/** Words that follow the name of a secret in types, labels, messages and help, and are no value. */
const word =
  /^(?:null|nil|none|undefined|void|true|false|yes|no|on|off|any|unknown|never|object|str|string|text|bytes?|buffer|number|int|integer|bool|boolean|char|varchar|uuid|password|passwd|passphrase|pass|pwd|secret|token|key|value|field|input|required|optional|missing|invalid|incorrect|expired|wrong|empty|default|hidden|prompt|flag|option|argument|authentication|authorization|protected|inherit|updated|is|are|was|and|or|for|from|to|in|with|must|has|should|can|will|not|file|name|bearer|basic|username|user)s?$/i;

export function isWord(value: string): boolean {
  return word.test(value);
}

/** Other characters than those of a word or a path. */
const isVaried = (value: string): boolean => /\d|[+=!@#%^&*$?~|;]/.test(value);

/**
 * As programs draw values: letters, and more than one other character, which a long one may lack.
 */
const isDrawn = (value: string): boolean =>
  /[A-Za-z]/.test(value) &&
  !/\s/.test(value) &&
  (/(?:[\d+=!@#%^&*$?].*){2}/.test(value) || (/.{20}/.test(value) && /[a-z].*[A-Z]/.test(value)));

const classes = [/[a-z]/, /[A-Z]/, /\d/];

/**
 * True for letters and digits that change as often as in drawn ones. In words and in names of
 * programs most characters are of the class of the one before.
 */
export function changesAsDrawn(value: string): boolean {
  let changes = 0;
  let last = -1;
  const units = value.slice(0, 64).replaceAll(/[^A-Za-z0-9]/g, '');
  for (const unit of units) {
    const now = classes.findIndex((each) => each.test(unit));
    if (last !== -1 && now !== last) changes += 1;
    last = now;
  }
  if (units.length < 4) return false;
  return changes >= units.length * 0.36 || (/\d/.test(units) && changes >= units.length * 0.25);
}

/** A name, a member, a call or a comparison in source code. */
const isCode = (value: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)*!?[([{<]/.test(value) ||
  /^[A-Za-z_$][A-Za-z_$]*\d?(?:(?:\?\.|\.|::|->)[A-Za-z_$][A-Za-z_$]*\d?)+!?$/.test(value);

/** Words of labels, messages and help in the languages that texts of interfaces come in. */
const speech =
  /(?:^|[\s"'(])(?:an|the|your|our|my|is|are|be|must|should|may|can|cannot|and|or|of|to|for|in|at|from|with|without|enter|type|choose|set|use|used|using|again|forgot|forgotten|reset|change|confirm|new|old|current|repeat|required|optional|invalid|incorrect|wrong|expired|password|passwords|passphrase|token|secret|secrets|key|cookies|characters?|letters?|numbers?|digits?|symbols?|minimum|maximum|least|most|user|account|login|sign|access|client|api|not|no|please|der|die|das|ein|eine|mit|und|oder|zeichen|muss|bitte|le|la|les|de|du|des|un|une|et|mot|doit|el|los|las|una|con|su|debe|il|lo|di|per|deve|senha|clave|contraseña|wachtwoord|passwort|kennwort)(?=$|[\s"',.:;!?)])/i;

/** True for several words that are no sentence, label or message. */
function isPassphrase(value: string): boolean {
  if (/[A-Za-z]\d+[A-Za-z]/.test(value)) return true;
  if (speech.test(value) || /[.?!…:]$/.test(value.replace(/\d\S*$/, ''))) return false;
  // A label: one capital, words, perhaps a number.
  const words = value.trim().split(/\s+/);
  if (words.length > 8) return false;
  const isMixed = words.some((each) =>
    /[A-Za-z]\S*[\d!@#$%^&*]|[\d!@#$%^&*]\S*[A-Za-z]/.test(each),
  );
  // No words change case so often.
  if (value.length >= 12 && /^[\w ]+$/.test(value) && changesAsDrawn(value)) return true;
  if (isMixed || /[@#$%^&*;]|\d\D+\d|^[a-z].*\d/.test(value)) return true;
  return words.length >= 3 && words.every((each) => /^[a-z]{3,}$/.test(each));
}

/** Form of a value after its name. */
export interface SecretCandidate {
  readonly name: string;
  readonly value: string;
  /**
   * The name says no more than `token`, `secret` or `key`, which programs say of other things too.
   */
  readonly isWeak: boolean;
  readonly isQuoted: boolean;
  /** The name says key, as those of maps and storages do. */
  readonly isKey: boolean;
  /** The header of a request: any value counts. */
  readonly isHeader: boolean;
  /** A program assigns it, and the statement goes on: `name = value;`. */
  readonly isStatement: boolean;
  /** Certainly a value and not source code: a separate line, an option, a part of a URL. */
  isCertain(): boolean;
}

/** True for a value that the user would not want to be seen. */
export function isSecretValue(placed: SecretCandidate): boolean {
  const { value, isQuoted } = placed;
  if (value.length < 4 || word.test(value) || isPlaceholder(value)) return false;
  if (isNameOfOther(placed)) return false;
  if (placed.isHeader && isHeaderValue(value, isQuoted)) return true;
  if (placed.isWeak && placed.isKey && isWords(value)) return false;
  if (placed.isWeak) return value.length >= 8 && isWeakSecret(value, isQuoted);
  return isPasswordValue(value, placed);
}

function isNameOfOther(placed: SecretCandidate): boolean {
  const { value, name } = placed;
  if (isFingerprint(value, name) || isTechnical(value) || repeatsName(value, name)) return true;
  return placed.isQuoted ? isQuotedProgram(value) : isOfProgram(placed);
}

/** Of a key of GPG, which everyone may see. */
function isFingerprint(value: string, name: string): boolean {
  return (
    /(?:gpg|pgp|signing|[rd]sa|eddsa)[_ -]?key$/i.test(name) &&
    /^(?:0x)?(?:[0-9a-f]{8}|[0-9a-f]{16}|[0-9A-F]{40})$/i.test(value)
  );
}

/** What follows a quote that ended a text; a class with its package. */
function isQuotedProgram(value: string): boolean {
  return /^\+[\w$.]+[);,+]/.test(value) || (/\..*\./.test(value) && isProgramName(value));
}

function isOfProgram({ value, isWeak, isStatement }: SecretCandidate): boolean {
  if (isCode(value) || isProgramName(value) || value.startsWith('!')) return true;
  return (isStatement && /^\d+$/.test(value)) || (isWeak && isWords(value));
}

function isHeaderValue(value: string, isQuoted: boolean): boolean {
  if (/\s/.test(value) || value.length < 12) return false;
  return isQuoted || !/^[a-z]+[A-Z]\w*$|^[a-z]+$/.test(value) || value.length >= 16;
}

/** Among several words, one that no one wrote. */
export function isDrawnWord(word: string): boolean {
  return word.length >= 16 && /\d/.test(word) && changesAsDrawn(word);
}

/** A word with letters and digits that change as only a program draws them. */
export function isDrawnPassword(word: string): boolean {
  return word.length >= 10 && /\d.*[A-Z]|[A-Z].*\d/.test(word) && changesAsDrawn(word);
}

function isWeakSecret(value: string, isQuoted: boolean): boolean {
  if (isVaried(value) && isDrawn(value)) return true;
  return isQuoted && value.split(/\s+/, 8).some(isDrawnWord);
}

function isPasswordValue(value: string, placed: SecretCandidate): boolean {
  const { isQuoted } = placed;
  if (/\s/.test(value.trim())) return isQuoted && isPassphrase(value);
  if (isVaried(value)) return !/^\d{1,4}$|^[<>=!]=/.test(value);
  if (value.length < 6 || /^[A-Z_]+$|^[A-Z][a-zà-ÿ]+$|[^\0-\x7f]/.test(value)) return false;
  return isQuoted || placed.isCertain();
}
