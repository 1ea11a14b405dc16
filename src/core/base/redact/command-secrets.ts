// cspell:disable
import { isTechnical } from './known-words';
import { quotedAt } from './quoted-text';
import { isDrawnPassword, isDrawnWord, isPlaceholder, isWord } from './secret-values';
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
  /** It begins its line. */
  readonly isDirective?: boolean;
  /** Only a value that a program has drawn, or with signs and digits. */
  readonly isDrawn?: boolean;
}

const maxLine = 600;
/** Up to an argument in quotes behind so many others. */
const argumentBehind = (least: number, most = least): RegExp =>
  new RegExp(
    String.raw`^[ \t]{0,3}(?:[^,()\n]{1,120},[ \t]{0,3}){${String(least)},${String(most)}}(?=["'])`,
    'g',
  );
const secondArgument = argumentBehind(1, 2);
/** Calls with a user and a password, and perhaps a host. */
const logins = [
  'credentials(',
  'passwordauthentication(',
  'authenticationtoken(',
  'new pdo(',
  'getconnection(',
  'connect(',
  'mysqli(',
  'auth(',
];

const rules: readonly CommandRule[] = [
  {
    literals: ["password')", 'password")', "password',", 'password",'],
    before: /^[ \t]?(?:\.(?:send_?keys|type|fill|set_?value)\()?(?=["'])/gi,
    isDrawn: true,
  },
  {
    literals: ['sp_addlinkedsrvlogin', 'sp_addlogin', 'sp_password'],
    before: /,[ \t]*(?:@\w+[ \t]*=[ \t]*)?(?=N?')/g,
    isDrawn: true,
  },
  { literals: [' login '], before: /^[\w.@"-]{1,60} (?=["']?[^\s"']+["']?\s*$)/g, isDrawn: true },
  {
    literals: [
      'auth plain',
      'auth default',
      'auth login',
      'cargo login',
      'vault login',
      'auth init',
    ],
    before: /^(?: -t| --token)?[ =]/g,
    isDrawn: true,
  },
  { literals: ['auth '], before: /^(?=\S+[ \t\r]*$)/g, isDirective: true, isDrawn: true },
  { literals: ['login:'], before: /^ ?[\w.-]{1,40} ?[/:] ?(?=\S)/g, isDrawn: true },
  { literals: ['secret_id='], before: /^/g, isDrawn: true },
  { literals: ['acl setuser'], before: / >/g },
  { literals: ['stats auth'], before: /^ [^\s:]{1,60}:/g },
  { literals: [': psk', ': eap', ': xauth'], before: /^ (?=")/g },
  { literals: ['snmpget', 'snmpset', 'snmpwalk', 'snmpbulkwalk'], before: / -[AX][ =]?/g },
  { literals: ['wifi:'], before: /(?:^|;)P:/g },
  {
    literals: ['\ttrue\t/', '\tfalse\t/'],
    before: /^\S*\t(?:TRUE|FALSE)\t\d+\t[^\t]+\t/g,
    isDrawn: true,
  },
  {
    literals: ['assword:'],
    before: /^ ?["'][;)\s]{1,3}(?:exp_)?send(?:line)?[ (]{1,2}(?:-- )?(?=["'])/g,
  },
  {
    literals: ['mot de passe', 'contrase', 'parola', 'heslo', 'salasana'],
    before: /^(?:ñ|n)?a?[ \t]{0,2}[:=][ \t]{0,2}/g,
    isVaried: true,
  },
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
  {
    literals: ['requirepass', 'masterauth', 'bindpw', 'rootpw'],
    before: /^[ \t]{1,9}(?=\S+[ \t\r]*$)/g,
    isDirective: true,
  },
  {
    literals: ['requirepass', 'masterauth', 'bindpw', 'rootpw'],
    before: /^["']?[ \t:=]{1,9}/g,
    isVaried: true,
  },
  { literals: ['auth-pass'], before: /^ [\w.-]{1,80} /g, isVaried: true },
  { literals: ['redis-cli'], before: / -a[ =]?/g },
  { literals: ['openssl'], before: / -pass(?:in|out)?[ =]/g, user: /^pass:/ },
  { literals: ['openssl enc'], before: / -k[ =]/g },
  { literals: ['zip '], before: /(?:^| )-P[ =]?/g, isVaried: true },
  { literals: ['7z '], before: /(?:^| )-p(?=\S)/g, isVaried: true },
  { literals: ['sqlcmd', 'bcp ', 'osql '], before: /(?:^| )-P(?!assword\b)[ =]?/g },
  { literals: ['ncftp', 'twine'], before: / -p[ =]?/g, isVaried: true },
  { literals: ['signtool'], before: / \/p /g },
  { literals: ['schtasks'], before: / \/rp /g },
  { literals: ['openssl passwd', 'mkpasswd'], before: /^(?: -[\w-]+)* /g, isVaried: true },
  { literals: ['jwt.sign(', 'jwt.verify(', 'jwt.encode(', 'jwt.decode('], before: secondArgument },
  {
    literals: ['basicauth(', 'auth=(', 'auth = (', 'login('],
    before: secondArgument,
    isVaried: true,
  },
  ...[1, 2, 3].map((count) => ({ literals: logins, before: argumentBehind(count), isDrawn: true })),
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
  {
    literals: ['identified'],
    before: /^(?: with \S{1,60})? (?:by|as)(?: password)? (?=[Nn]?['"])/gi,
  },
  {
    literals: ['identified'],
    before: /^(?: with \S{1,60})? by(?: values)? (?=[^\s`]{1,60}(?:;|[ \t]*$))/gi,
    isVaried: true,
  },
  {
    literals: ['create user', 'alter user'],
    before: /^ [^\s;]{1,80} identified by (?!['"`])/gi,
  },
  { literals: ['set password'], before: /^ for \S{1,120}[ ]?=[ ]?(?:password\()?/gi },
  {
    literals: ['snmp-server community', 'rocommunity', 'rwcommunity'],
    before: /^ (?!public\b|private\b)/g,
  },
  { literals: ['mc alias set', 'mc config host add'], before: /^ \S{1,60} \S{1,200} \S{1,80} /g },
  { literals: ['rclone'], before: / pass(?:word)?[ =]/g, isVaried: true },
  { literals: ['password-command', 'passcommand', 'passwordeval'], before: /^[ =]["']?echo /g },
  {
    literals: ['machine'],
    before: /^[ \t]+\S{1,200}[ \t]+login[ \t]+\S{1,200}[ \t]+password[ \t]+/g,
  },
  {
    literals: ['tosecurestring', 'to-securestring'],
    before: /^(?:[ \t]+-(?:asplaintext|force|string|a|f|s))*[ \t]+/gi,
  },
  {
    literals: ['networkcredential', 'pscredential'],
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
  if (rule.isDirective === true && !beginsLine(text, start)) return noSpans;
  // The same command again looks at the rest itself.
  const again = text.slice(end, end + maxLine).indexOf(text.slice(start, end));
  const window = text.slice(end, end + (again === -1 ? maxLine : again));
  const lineEnd = window.indexOf('\n');
  const line = lineEnd === -1 ? window : window.slice(0, lineEnd);
  const spans: SecretSpan[] = [];
  let behind = end;
  for (const found of line.matchAll(before)) {
    if (end + found.index < behind) continue;
    const span = valueAt(rule, text, end + found.index + found[0].length);
    if (span === undefined) continue;
    spans.push({ kind: 'password', begin: start, ...span });
    behind = span.to;
  }
  return spans;
}

function beginsLine(text: string, at: number): boolean {
  return /^\s*$/.test(text.slice(Math.max(0, text.lastIndexOf('\n', at - 1) + 1, at - 80), at));
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

const isSigned = /\d.*[!@#$%^&*]|[!@#$%^&*].*\d/;

function looksDrawn(value: string): boolean {
  return isDrawnPassword(value) || isDrawnWord(value) || isSigned.test(value);
}

function isValue(value: string, isQuoted: boolean, rule: CommandRule): boolean {
  if (value.length < 3 || value.startsWith('-') || isPlaceholder(value)) return false;
  if (isWord(value) || isTechnical(value)) return false;
  if (rule.isVaried === true && !isMixed.test(value)) return false;
  if (rule.isDrawn === true && !looksDrawn(value)) return false;
  return isQuoted || !/^[([{%*]/.test(value);
}

const echoed =
  /\b(?:echo[ \t]+(?:-n[ \t]+)?|printf[ \t]+(?:["']?%s(?:\\n)?["']?[ \t]+)?)(?:(["'])([^"'\n$]{1,200})\1|([^\s"'$|]{1,200}))[ \t]*\|[^|\n]{0,100}$/;
const piped = /["']([^"'\n$]{1,200})["'][ \t]*\|[ \t]*$/;
const readsSecret = /(?:pass|key|token|secret|cred)[\w-]*[ =]$/i;
const hereString: CommandRule = { literals: [], before: /<<<[ \t]*/g };

/** What a command that reads a password gets: `echo … | sudo -S`, `chpasswd <<< user:…`. */
export function readAt(place: Place): readonly SecretSpan[] {
  if (/\w/.test(place.text.charAt(place.end))) return noSpans;
  return echoedAt(place, echoed) ?? valuesBehind(hereString, place);
}

/** `'…' | ConvertTo-SecureString` */
export function pipedAt(place: Place): readonly SecretSpan[] {
  return echoedAt(place, piped) ?? noSpans;
}

function echoedAt(
  { text, start, floor }: Place,
  before: RegExp,
): readonly SecretSpan[] | undefined {
  const left = Math.max(floor, start - 300);
  const near = text.slice(left, start);
  const found = before.exec(near.slice(near.lastIndexOf('\n') + 1));
  if (found === null) return undefined;
  const said = found[2] ?? found[3] ?? found[1] ?? '';
  const value = /^[\w.-]+:(.+)$/.exec(said)?.[1] ?? said;
  if (value.length < 4 || isPlaceholder(value)) return undefined;
  const begin = start - found[0].length;
  const from = text.indexOf(said, begin) + said.length - value.length;
  return [{ kind: 'password', begin, from, to: from + value.length }];
}

const lead = /(?:-n[ \t]+|["']?%s(?:\\n)?["']?[ \t]+)?["']?/y;

/** `--password-file=<(echo …)` */
export function substitutedAt({ text, start, end, floor }: Place): readonly SecretSpan[] {
  if (!readsSecret.test(text.slice(Math.max(floor, start - 60), start))) return noSpans;
  const at = end + (matchAt(lead, text, end)?.[0].length ?? 0);
  const value = /^[^\s"'$)]{4,200}/.exec(text.slice(at, at + 200))?.[0] ?? '';
  if (value === '' || isPlaceholder(value)) return noSpans;
  return [{ kind: 'password', begin: start, from: at, to: at + value.length }];
}

const dsn = /[\w.-]{1,60}:([^\s"'`:@/$]{4,100})$/;

/** `user:…@tcp(host)`, as drivers of Go have it. */
export function dsnAt({ text, start, floor }: Place): readonly SecretSpan[] {
  const value = dsn.exec(text.slice(Math.max(floor, start - 170), start))?.[1] ?? '';
  if (value === '' || isPlaceholder(value) || isWord(value)) return noSpans;
  return [{ kind: 'password', begin: start - value.length, from: start - value.length, to: start }];
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

const curlCookie = / (?:-b)[ =]?["']?(?=[\w.-]+=)/g;

/** Where the cookies begin that are an option of curl. */
export function curlCookieAt({ text, end }: Place): number | undefined {
  const line = (/^[^\n]*/.exec(text.slice(end, end + maxLine)) ?? [''])[0];
  curlCookie.lastIndex = 0;
  const found = curlCookie.exec(line);
  return found === null ? undefined : end + found.index + found[0].length;
}
