/** Stands for a value: `${VAR}`, `$VAR`, `{{ name }}`, `<name>`, `%VAR%`, `***`, `xxxxxxxx`. */
const reference =
  /^(?:\$\(|\$?[[{<(]|\$[A-Za-z_]\w*(?:$|[)}\]:/@])|%[\w(]|[*.•_-]+$|@[\w.]+$)|\$\{|\{\{|#\{|<%|\*{4}|\.{3}|…|x{7}|X{7}/;

/** Names another place where the value is. */
const elsewhere =
  /^(?:~|\.{0,2})\/[\w./-]*$|^[A-Za-z]:\\|^(?:arn|vault|op|env|file|https?|ssm|s3|gs):|^(?:id|src|type|env|file)=/;

const example =
  /your|_here$|-here$|change.?(?:me|it|this)|replace|example|placeholder|redacted|dummy|insert|todo|fixme|sample/i;

/** True for what stands in place of a credential, by its own form. */
export function isPlaceholder(value: string): boolean {
  if (reference.test(value) || elsewhere.test(value)) return true;
  return /^[A-Za-z_\s-]+$/.test(value) && example.test(value);
}

/** Words that stand behind the name of a secret in types, labels, messages and help. */
const word =
  /^(?:null|nil|none|undefined|void|true|false|yes|no|on|off|any|unknown|never|object|str|string|text|bytes?|buffer|number|int|integer|bool|boolean|char|varchar|uuid|password|passwd|secret|token|key|value|field|input|required|optional|missing|invalid|incorrect|expired|wrong|empty|default|hidden|prompt|flag|option|argument|authentication|authorization|protected|is|are|was|and|or|for|from|to|in|with|must|has|should|can|will|not|file|name|bearer|basic|username)s?$/i;

/** Other characters than those of a word or a path. */
const isVaried = (value: string): boolean => /\d|[+=!@#%^&*$?]/.test(value);

/** As programs draw values: letters, and more than one other character, which a long one may lack. */
const isDrawn = (value: string): boolean =>
  /[A-Za-z]/.test(value) &&
  !/\s/.test(value) &&
  (/(?:[\d+=!@#%^&*$?].*){2}/.test(value) || (/.{20}/.test(value) && /[a-z].*[A-Z]/.test(value)));

/** A name, a member, a call or a comparison of a program. */
const isCode = (value: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)*!?[([{<]/.test(value) ||
  /^[A-Za-z_$][A-Za-z_$]*\d?(?:(?:\?\.|\.|::|->)[A-Za-z_$][A-Za-z_$]*\d?)+!?$/.test(value);

/** How a value stands behind its name. */
export interface SecretCandidate {
  readonly value: string;
  /** The name says no more than `token`, `secret` or `key`, which programs say of other things too. */
  readonly isWeak: boolean;
  readonly isQuoted: boolean;
  /** Certainly a value and no word of a program: a line of its own, an option, a part of a URL. */
  readonly isCertain: boolean;
}

/** True for a value that a person would not want to have seen. */
export function isSecretValue(placed: SecretCandidate): boolean {
  const { value, isWeak, isQuoted } = placed;
  if (value.length < (isWeak ? 8 : 4) || word.test(value) || isPlaceholder(value)) return false;
  if (!isQuoted && (isCode(value) || value.startsWith('!'))) return false;
  return looksSecret(placed);
}

function looksSecret({ value, isWeak, isQuoted, isCertain }: SecretCandidate): boolean {
  if (isWeak) return isVaried(value) && isDrawn(value);
  if (isVaried(value)) return value.length >= 4 && !/\s\S+\s/.test(value);
  return value.length >= 6 && (isQuoted || isCertain) && !/\s|^[A-Z_]+$/.test(value);
}
