/** A placeholder: `${VAR}`, `$VAR`, `{{ name }}`, `<name>`, `%VAR%`, `***`, `xxxxxxxx`. */
const reference =
  /^(?:\$\(|\$?[[{<(]|\$[A-Za-z_]\w*(?:$|[)}\]:/@])|%[\w(]|[*.•_-]+$|@[\w.]+$)|\$\{|\{\{|#\{|<%|\*{4}|\.{3}|…|x{7}|X{7}/;

/** A reference to the place where the value is stored. */
const elsewhere =
  /^(?:~|\.{0,2})\/[\w./-]*$|^[A-Za-z]:\\|^(?:arn|vault|op|env|file|https?|ssm|s3|gs):|^(?:id|src|type|env|file)=/;

const example =
  /your|_here$|-here$|change.?(?:me|it|this)|replace|example|placeholder|redacted|dummy|insert|todo|fixme|sample/i;

/** True for a placeholder of a credential, by its own form. */
function isPlaceholder(value: string): boolean {
  if (reference.test(value) || elsewhere.test(value)) return true;
  return /^[A-Za-z_\s-]+$/.test(value) && example.test(value);
}

/** Words that follow the name of a secret in types, labels, messages and help, and are no value. */
const word =
  /^(?:null|nil|none|undefined|void|true|false|yes|no|on|off|any|unknown|never|object|str|string|text|bytes?|buffer|number|int|integer|bool|boolean|char|varchar|uuid|password|passwd|secret|token|key|value|field|input|required|optional|missing|invalid|incorrect|expired|wrong|empty|default|hidden|prompt|flag|option|argument|authentication|authorization|protected|is|are|was|and|or|for|from|to|in|with|must|has|should|can|will|not|file|name|bearer|basic|username)s?$/i;

/** Other characters than those of a word or a path. */
const isVaried = (value: string): boolean => /\d|[+=!@#%^&*$?]/.test(value);

/**
 * As programs draw values: letters, and more than one other character, which a long one may lack.
 */
const isDrawn = (value: string): boolean =>
  /[A-Za-z]/.test(value) &&
  !/\s/.test(value) &&
  (/(?:[\d+=!@#%^&*$?].*){2}/.test(value) || (/.{20}/.test(value) && /[a-z].*[A-Z]/.test(value)));

/** A name, a member, a call or a comparison in source code. */
const isCode = (value: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)*!?[([{<]/.test(value) ||
  /^[A-Za-z_$][A-Za-z_$]*\d?(?:(?:\?\.|\.|::|->)[A-Za-z_$][A-Za-z_$]*\d?)+!?$/.test(value);

/** Form of a value after its name. */
export interface SecretCandidate {
  readonly value: string;
  /**
   * The name says no more than `token`, `secret` or `key`, which programs say of other things too.
   */
  readonly isWeak: boolean;
  readonly isQuoted: boolean;
  /** Certainly a value and not source code: a separate line, an option, a part of a URL. */
  readonly isCertain: boolean;
}

/** True for a value that the user would not want to be seen. */
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

/** A part of a text that is a credential. */
export interface SecretSpan {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  /** Start of the text that reveals it: a name, a command; at most `from`. No cut may follow it. */
  readonly begin: number;
}

/** A short prefix: not inside a word, but also behind an escaped line end (`\n`). */
function apart(prefix: string): string {
  return String.raw`${prefix}(?<=(?:^|[^\w-]|\\[bfnrt])${prefix})`;
}

interface Shape {
  readonly kind: string;
  readonly form: string;
  /** Text before the form that is kept. */
  readonly before?: string;
  /** Text before both, on the same line; its group belongs to the credential. */
  readonly left?: RegExp;
}

/**
 * Credentials that are known by their own form (003-secrets-1). Each is linear: it begins with
 * letters of its own, and whatever it repeats is of one class. None depends on what follows, so
 * that a mark behind it changes nothing.
 */
const shapes: readonly Shape[] = [
  shape('aws-key', String.raw`A(?:KIA|SIA|BIA|CCA)[0-9A-Z]{16}|ABSK[\w+/=]{40,}`),
  shape('github-token', String.raw`(?:gh[pousr]_|github_pat_)\w{22,}(?:\.[\w-]{20,})*`),
  shape(
    'gitlab-token',
    String.raw`(?:gl(?:pat|oas|dt|rtr?|cbt|ptt|ft|soat|imt|agent|ffct|wt)-|GR1348941)[\w-]{18,}(?:\.\d\d\.\w{7,})?`,
  ),
  shape('anthropic-key', String.raw`sk-ant-[\w-]{16,}`),
  shape('openai-key', String.raw`sk-(?:proj|svcacct|admin|None|or|lf)-[\w-]{16,}`),
  shape('openai-key', String.raw`${apart('sk-')}(?=[A-Za-z_]{0,99}\d)\w{18,}[\w-]*`),
  shape('slack-token', String.raw`xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|xapp-\d-[\w-]{10,}`),
  shape(
    'slack-webhook',
    String.raw`[\w/-]{16,}`,
    String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/`,
  ),
  shape('stripe-key', String.raw`[rs]k_(?:live|test|org)_\w{10,}|whsec_[\w+/=]{20,}`),
  shape(
    'google-key',
    String.raw`AIza[\w-]{30,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{16,}(?:\.[\w-]{16,})*|${apart('1//0')}[\w-]{30,}`,
  ),
  shape('npm-token', String.raw`npm_[A-Za-z0-9]{30,}`),
  shape('pypi-token', String.raw`pypi-(?:Ag[\w-]|\w{30})[\w-]{12,}`),
  shape('docker-token', String.raw`dckr_[a-z]{2,4}_[\w-]{16,}`),
  shape('huggingface-token', String.raw`(?:hf|api_org)_[A-Za-z0-9]{28,}`),
  shape('sendgrid-key', String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`),
  shape('twilio-key', String.raw`${apart('SK')}[0-9a-f]{32}`),
  shape('azure-key', String.raw`Q~[\w.~-]{31,}`, '', /([\w.~-]{3}\d)$/),
  shape(
    'azure-sas',
    String.raw`[\w%+/=-]{16,}`,
    String.raw`[?&;](?:sig|X-Amz-Signature|X-Goog-Signature)=`,
  ),
  shape('digitalocean-token', String.raw`do[opr]_v1_\w{32,}`),
  shape('databricks-token', String.raw`dapi[0-9a-f]{32}(?:-\d)?`),
  shape('shopify-token', String.raw`shp[a-z]{2,3}_\w{24,}`),
  shape('square-token', String.raw`sq0[a-z]{3}-[\w-]{20,}|${apart('EAAA')}[El][\w-]{50,}`),
  shape('telegram-token', String.raw`:AA[\w-]{32,}`, '', /(\d{8,12})$/),
  shape('discord-token', String.raw`${apart('[MNO]')}[\w-]{22,27}\.[\w-]{6}\.[\w-]{25,}`),
  shape(
    'discord-webhook',
    String.raw`[\w-]{40,}`,
    String.raw`discord(?:app)?\.com/api/webhooks/\d{1,30}/`,
  ),
  shape('mailgun-key', String.raw`${apart('key-')}[0-9a-f]{32,}`),
  shape('vault-token', String.raw`hv[sbr]\.[\w-]{20,}`),
  shape('terraform-token', String.raw`\.atlasv1\.[\w=-]{40,}`, '', /(\w{10,20})$/),
  shape('cloudflare-token', String.raw`cf[ua]t_\w{36,}|v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}`),
  shape('heroku-key', String.raw`HRKU-[\w-]{30,}`),
  shape(
    'token',
    String.raw`(?:lin_api|ntn|glsa|glc|sbp|sb_secret|gsk|r8|rubygems|pscale_[a-z]+|nfp|sntry[su]|figd|pul|xai|pplx|NRAK|PMAK|xkeysib|tskey-[a-z]+|ATATT|ATCTT|ATBB|AGE-SECRET-KEY)[_\-3x1][\w=-]{24,}`,
  ),
  shape('jwt', String.raw`${apart('eyJ')}[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]{10,}){0,3}`),
  shape('bearer-token', String.raw`(?=[^\s"']*\d)[\w.~+/=-]{16,}`, String.raw`[Bb]earer[ \t]+`),
  shape('basic-auth', String.raw`(?=[^\s"']*[\d=])[\w+/=-]{12,}`, String.raw`Basic[ \t]+`),
  shape(
    'authorization',
    String.raw`(?=[^\s"']*[\d=])[\w.~+/=:-]{8,}`,
    String.raw`[Aa]uthorization["']?[ \t]*[:=,][ \t]*["']?(?:(?:[Bb]earer|[Bb]asic|[Tt]oken|[Aa]pi-?[Kk]ey)[ \t]+)?`,
  ),
  shape('url-password', String.raw`(?=\w{0,40}\d)\w{24,}(?=@)`, '://'),
  shape('url-password', String.raw`[^\s/"'<>]{2,}(?=@)`, String.raw`://[^\s/:@"'<>]*:`),
  shape(
    'password',
    String.raw`[^\s"']{3,}`,
    String.raw` (?:-[uU]|--user|--proxy-user)[ =]?["']?[^\s:"'$]+:`,
    /\bcurl\b.*$/,
  ),
  shape('password', String.raw`[^\s"'=-][^\s"']{2,}`, ' -p', /\b(?:mysql|mariadb)[\w-]*\b.*$/),
  shape(
    'password',
    String.raw`(?=\S{0,99}[A-Za-z])[^\s"'-][^\s"']{2,}`,
    String.raw` -[ap][ =]?["']?`,
    /\b(?:login\b.*|redis-cli\b.*|sshpass)$/,
  ),
  shape('password', String.raw`[^\s"']{3,}`, String.raw` -pass(?:in|out)?[ =]["']?pass:`),
  shape('password', String.raw`[^'"\n]{3,}`, String.raw`(?:IDENTIFIED BY|identified by)[ \t]+["']`),
  shape(
    'password',
    String.raw`\S{3,}`,
    String.raw`machine[ \t]+\S+[ \t]+login[ \t]+\S+[ \t]+password[ \t]+`,
  ),
  shape(
    'password',
    String.raw`\S{3,}`,
    String.raw`:(?:[56]\d{3}|\*):[^:\s]+:[^:\s]+:`,
    /(?:^|\n)[\w.*-]+$/,
  ),
  shape(
    'basic-auth',
    String.raw`[\w+/=-]{12,}`,
    String.raw`_auth["']?[ \t]*[:=][ \t]*["']?|"auth"[ \t]*:[ \t]*"`,
  ),
];

function shape(kind: string, form: string, before = '', left?: RegExp): Shape {
  return { kind, form, before, ...(left && { left }) };
}

/** Two groups for each form: what is kept before it, and itself. */
const anyShape = new RegExp(
  shapes.map(({ form, before = '' }) => `(${before})(${form})`).join('|'),
  'gm',
);

/** True for a text in which a form fits somewhere; most texts have none. */
export function mayHoldShape(text: string): boolean {
  return nextShape(text, 0) !== null;
}

/** Characters of a line that are examined before a form. */
const maxLeft = 200;

/**
 * The credentials of a text that are known by their form. After each the rest is looked at as a
 * text of its own, as it will be after the mark.
 */
export function* shapedSecrets(text: string): Iterable<SecretSpan> {
  let offset = 0;
  let rest = text;
  let found = nextShape(rest, 0);
  while (found !== null) {
    const span = spanOf(rest, found);
    if (span === undefined) {
      found = nextShape(rest, found.index + 1);
      continue;
    }
    const { kind, begin, from, to } = span;
    yield { kind, begin: offset + begin, from: offset + from, to: offset + to };
    offset += to;
    rest = rest.slice(to);
    found = nextShape(rest, 0);
  }
}

function nextShape(text: string, from: number): RegExpExecArray | null {
  anyShape.lastIndex = from;
  return anyShape.exec(text);
}

function spanOf(text: string, found: RegExpExecArray): SecretSpan | undefined {
  const [whole, ...groups] = found;
  const at = groups.findLastIndex((group: string | undefined) => group !== undefined);
  const body = groups[at] ?? '';
  const { kind, left } = shapes[(at - 1) / 2] ?? { kind: 'secret' };
  const before = text.slice(Math.max(0, found.index - maxLeft), found.index);
  const stands = left?.exec(before);
  if (stands === null || isPlaceholder(body)) return undefined;
  const begin = found.index - (stands?.[0].length ?? 0);
  const to = found.index + whole.length;
  const from = stands?.[1] === undefined ? to - body.length : begin;
  return { kind, begin, from, to };
}
