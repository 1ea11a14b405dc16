// cspell:disable
import { quotedAt } from './quoted-text';
import { isPlaceholder, isWord } from './secret-values';
import { matchAt, noSpans, type Place, type SecretSpan } from './secret-span';

/** An option of programs whose value is a password. */
interface CommandRule {
  /** The words that begin the command, as the search finds them; in lower case. */
  readonly literals: readonly string[];
  /** Text on the rest of the line, up to the value. */
  readonly before: RegExp;
  /** The part of the value that is shown: a user before a colon. */
  readonly user?: RegExp;
  /** Without a digit or a sign, a value is a word of the text. */
  readonly isVaried?: boolean;
}

const maxLine = 600;

const rules: readonly CommandRule[] = [
  {
    literals: ['curl'],
    before: / (?:-[a-zA-Z]{0,4}[uU]|--user|--proxy-user)[ =]?/g,
    user: /^[^\s:"'$]{0,100}:/,
  },
  { literals: ['curl'], before: / --oauth2-bearer[ =]/g },
  {
    literals: ['http ', 'https ', 'xh '],
    before: /(?:^| )(?:-a|--auth)[ =]/g,
    user: /^[^\s:"'$/]{1,100}:/,
  },
  { literals: ['mysql', 'mariadb'], before: / -p(?=["'\w])/g },
  { literals: ['sshpass'], before: / -p[ =]?/g },
  {
    literals: ['login'],
    before: / -p[ =]?/g,
    isVaried: true,
  },
  { literals: ['secret set'], before: / (?:--body|-b|--value|-v)[ =]?/g, isVaried: true },
  { literals: ['ssh-keygen'], before: / -[NP][ =]?/g },
  { literals: ['ipmitool', 'mosquitto_pub', 'mosquitto_sub'], before: / -P[ =]?/g },
  { literals: ['rar '], before: /(?:^| )-h?p(?=\S)/g, isVaried: true },
  { literals: ['lftp'], before: / -u [^\s,"']{1,80},/g },
  { literals: ['requirepass', 'masterauth', 'bindpw', 'rootpw'], before: /^["']?[ \t:=]{1,9}/g },
  { literals: ['auth-pass'], before: /^ [\w.-]{1,80} /g, isVaried: true },
  { literals: ['redis-cli'], before: / -a[ =]?/g },
  { literals: ['openssl'], before: / -pass(?:in|out)?[ =]["']?pass:/g },
  { literals: ['openssl enc'], before: / -k[ =]/g },
  { literals: ['zip '], before: /(?:^| )-P[ =]?/g, isVaried: true },
  { literals: ['7z '], before: /(?:^| )-p(?=\S)/g, isVaried: true },
  { literals: ['sqlcmd', 'bcp ', 'osql '], before: /(?:^| )-P[ =]?/g },
  { literals: ['mongo'], before: / -p[ =]?/g },
  { literals: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapwhoami'], before: / -w[ =]?/g },
  { literals: ['psexec', 'rdesktop', 'evil-winrm', 'cqlsh', 'winrs'], before: / -p(?:w)?[ =:]?/g },
  { literals: ['xfreerdp', 'wlfreerdp'], before: / \/p:/g },
  { literals: ['net user '], before: /^[\w.$\\-]{1,60} /g, isVaried: true },
  { literals: ['net use '], before: / \/user:\S{1,80} /g, isVaried: true },
  {
    literals: ['smbclient', 'rpcclient', 'smbmap', 'smbget'],
    before: / -U[ =]?["']?[^\s%"']{1,80}%/g,
  },
  {
    literals: ['htpasswd'],
    before: / -\w{0,6}b\w{0,6} \S{1,200} [^\s"'<>$]{1,80} /g,
    isVaried: true,
  },
  { literals: ['add_user', 'change_password'], before: /^ [^\s"'<>$]{1,80} /g, isVaried: true },
  { literals: ['wpa_passphrase'], before: /^ (?:"[^"\n]{1,60}"|\S{1,60}) /g },
  { literals: ['sqlplus', 'jdbc:oracle:thin:'], before: /^(?: -\w+)*[ ]?[\w.$]{1,60}\//g },
  { literals: ['snyk auth'], before: /^ /g, isVaried: true },
  { literals: ['identified'], before: /^(?: with \S{1,60})? (?:by|as)(?: password)? /gi },
  {
    literals: ['machine'],
    before: /^[ \t]+\S{1,200}[ \t]+login[ \t]+\S{1,200}[ \t]+password[ \t]+/g,
  },
  {
    literals: ['tosecurestring', 'to-securestring'],
    before: /^(?:[ \t]+-(?:asplaintext|force|string|a|f|s))*[ \t]+/gi,
  },
  {
    literals: ['networkcredential'],
    before: /^["'\]]*(?:::new)?[ \t]{0,3}\([ \t]{0,3}["'][^"'\n]{0,100}["'],[ \t]{0,3}(?=["'])/gi,
  },
  {
    literals: ['pscredential'],
    before: /^["'\]]*(?:::new)?[ \t]{0,3}\([ \t]{0,3}["'][^"'\n]{0,100}["'],[ \t]{0,3}(?=["'])/gi,
  },
  { literals: ['storepass', 'keypass', 'srcstorepass', 'deststorepass'], before: /^ /g },
  {
    literals: [':5432:', ':5433:', ':6432:', ':6543:', ':5439:', ':*:*:', ':3306:'],
    before: /^[^:\s]{1,100}:[^:\s]{1,100}:/g,
  },
];

export interface LiteralRule {
  readonly literal: string;
  readonly find: (place: Place) => readonly SecretSpan[];
}

export const commandRules: readonly LiteralRule[] = rules.flatMap((rule) =>
  rule.literals.map((literal) => ({ literal, find: (place: Place) => valuesBehind(rule, place) })),
);

/** Values on the rest of the line, behind each option that the rule knows. */
function valuesBehind(rule: CommandRule, { text, start, end }: Place): readonly SecretSpan[] {
  const { before } = rule;
  // The same command again looks at the rest itself.
  const again = text.slice(end, end + maxLine).indexOf(text.slice(start, end));
  const window = text.slice(end, end + (again === -1 ? maxLine : again));
  const lineEnd = window.indexOf('\n');
  const line = lineEnd === -1 ? window : window.slice(0, lineEnd);
  const spans: SecretSpan[] = [];
  before.lastIndex = 0;
  for (let found = before.exec(line); found !== null; found = before.exec(line)) {
    const span = valueAt(rule, text, end + found.index + found[0].length);
    if (span !== undefined) {
      spans.push({ kind: 'password', begin: start, ...span });
      before.lastIndex = Math.max(before.lastIndex, span.to - end);
    }
  }
  return spans;
}

const plain = /(?:\\.|[^\s"'`<>|;\\]){1,4096}/y;

interface Given {
  readonly from: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

function valueAt(
  rule: CommandRule,
  text: string,
  start: number,
): { readonly from: number; readonly to: number } | undefined {
  const given = givenAt(text, start);
  const shown = rule.user === undefined ? '' : rule.user.exec(given.text)?.[0];
  if (shown === undefined) return undefined;
  const rest = given.text.slice(shown.length);
  const value = given.isQuoted ? rest : rest.replace(/(?:@.*|[,)]+)$/, '');
  if (!isValue(value, given.isQuoted, rule)) return undefined;
  const from = given.from + shown.length;
  return { from, to: from + value.length };
}

function givenAt(text: string, start: number): Given {
  // N'…' in SQL.
  const prefix = /^[nNL]['"]/.test(text.slice(start, start + 2)) ? 1 : 0;
  const quoted = quotedAt(text, start + prefix);
  if (quoted !== undefined) {
    return { from: quoted.from, text: text.slice(quoted.from, quoted.to), isQuoted: true };
  }
  return { from: start, text: matchAt(plain, text, start)?.[0] ?? '', isQuoted: false };
}

const isMixed = /[A-Za-z].*[\d!@#$%^&*+=]|[\d!@#$%^&*+=].*[A-Za-z]/;

function isValue(value: string, isQuoted: boolean, { isVaried = false }: CommandRule): boolean {
  if (value.length < 3 || value.startsWith('-') || isPlaceholder(value) || isWord(value)) {
    return false;
  }
  return isQuoted || (!/^[([{%*]/.test(value) && (!isVaried || isMixed.test(value)));
}

const echoed =
  /\b(?:echo[ \t]+(?:-n[ \t]+)?|printf[ \t]+(?:["']?%s(?:\\n)?["']?[ \t]+)?)(["']?)([^"'\n$]{1,200})\1[ \t]*\|[ \t]*$/;

/** `echo … | sudo -S`, `echo user:… | chpasswd`. */
export function echoedAt({ text, start, floor }: Place): readonly SecretSpan[] {
  const left = Math.max(floor, start - 300);
  const found = echoed.exec(text.slice(left, start));
  if (found === null) return noSpans;
  const [whole, quote = '', said = ''] = found;
  const value = /^[\w.-]+:(.+)$/.exec(said)?.[1] ?? said;
  if (value.length < 4 || isPlaceholder(value)) return noSpans;
  const from =
    left + found.index + whole.indexOf(quote + said) + quote.length + said.length - value.length;
  return [{ kind: 'password', begin: left + found.index, from, to: from + value.length }];
}

const curlCookie = / (?:-b)[ =]?["']?(?=[\w.-]+=)/g;

/** Where the cookies begin that are an option of curl. */
export function curlCookieAt({ text, end }: Place): number | undefined {
  const line = (/^[^\n]*/.exec(text.slice(end, end + maxLine)) ?? [''])[0];
  curlCookie.lastIndex = 0;
  const found = curlCookie.exec(line);
  return found === null ? undefined : end + found.index + found[0].length;
}
