// cspell:disable
/** An option of programs whose value is a password. */
export interface CommandRule {
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
  /** It has a digit. */
  readonly isDigit?: boolean;
  /** Only a drawn value with letters of both cases and digits: no id, no hash. */
  readonly isMixed?: boolean;
  /** Only a value that a program has drawn, or with signs and digits. */
  readonly isDrawn?: boolean;
}

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

/** Before a key that is given in the place of an argument. */
const firstArgument = /^[ \t]{0,3}(?:[brNL](?=["']))?(?=["'])/g;

/** Before any argument in quotes on the rest of the line. */
const anyArgument = /(?:^|,)[ \t]{0,3}(?:[brNL](?=["'`]))?(?=["'`])/g;

/** What programs, calls and lines of settings take as a password, by the words before it. */
export const rulesOfCommands: readonly CommandRule[] = [
  // Calls of whose arguments one that is drawn is a credential, whichever it is.
  {
    literals: [
      ...['auth(', 'totp(', 'hotp(', 'aes.new(', 'encrypt(', 'decrypt(', 'credential(', 'pw_set('],
      ...['constructevent(', 'smtp.start(', 'client.new(', 'newclient(', 'authenticate('],
      ...['signer(', 'verifier(', 'cipher(', 'hmac(', 'apikey('],
    ],
    before: anyArgument,
    isDrawn: true,
  },
  // Short options of any program, and a word that is drawn.
  { literals: [' -p ', ' -w ', ' -P '], before: /^(?=["']?\w{10})/g, isDrawn: true },
  {
    literals: [' -k ', ' -t ', ' -a ', ' -K ', ' -T ', ' --key ', ' --key='],
    before: /^(?=["']?\w{10})/g,
    isMixed: true,
  },
  // What makes a client of a service, by any of its names, and takes its key.
  {
    literals: [
      ...['client(', 'bot(', 'api(', 'sdk(', 'provider(', 'session(', 'service(', 'gateway('],
      ...['.init(', '.configure(', '.setup(', '.initialize(', '.new(', '.login(', '.connect('],
      ...['.create(', '.with(', 'adapter(', 'transport(', 'connection(', 'driver(', 'manager('],
    ],
    before: anyArgument,
    isMixed: true,
  },
  {
    literals: ['= new ', ': new ', 'return new ', '(new '],
    before: /^[A-Z][\w.]{1,60}(?:<[^<>\n]{0,60}>)?\([ \t]{0,3}(?=["'`])|,[ \t]{0,3}(?=["'`])/g,
    isMixed: true,
  },
  // Stores of secrets, and settings that are given to be secret.
  {
    literals: ['create secret ', 'create-secret '],
    before: / --from-literal[= ]["']?[\w.-]{1,80}=/g,
  },
  {
    literals: [
      'secrets set',
      'secret set',
      'config:set',
      'env:set',
      'secrets import',
      'secrets put',
    ],
    before: /(?: -{1,2}[\w-]+(?: [\w.-]+)??)?[ ]["']?[A-Z][A-Z0-9_]{1,60}[= ](?=["']?[^\s"'=-])/g,
    isDrawn: true,
  },
  { literals: ['securestring'], before: / --value[ =]/g },
  { literals: ['put-parameter'], before: / --value[ =](?=.{4,200}securestring)/gi },
  {
    literals: ['add-generic-password', 'add-internet-password'],
    before: / -w[ =]?/g,
    isVaried: true,
  },
  { literals: ['wlan connect', 'wifi connect', 'wifi hotspot'], before: / (?:password|key)[ =]/g },
  { literals: ['net use '], before: /^\S{1,4} \\\\\S{1,100} (?![/*])/g, isVaried: true },
  { literals: ['http-basic.'], before: /^[\w-]{1,60} [^\s"'<>$]{1,80} /g },
  {
    literals: ['pypi-token.', 'bundle config '],
    before: /^[\w.:/-]{1,80} (?:[\w.@-]{1,60}:)?/g,
    isVaried: true,
  },
  // A user and a password, divided by a sign only.
  { literals: [':*:*:'], before: /^[^:\s]{1,100}:/g },
  { literals: ['useradd', 'usermod'], before: / -p[ =]?/g, isVaried: true },
  { literals: [']:587 ', ']:465 ', ']:25 '], before: /^[^\s:]{1,100}:/g },
  { literals: ['" * "'], before: /^(?=[^"\n]{4,64}"[ \t]*[*\d.]*[ \t\r]*$)/g, isVaried: true },
  {
    literals: ['basicauth ', 'basic_auth ', 'oper '],
    before: /^[\w.@"-]{1,60} (?=\S+[ \t\r]*$)/g,
    isVaried: true,
  },
  {
    literals: ['nickserv identify', 'nickserv :identify', 'nickserv register'],
    before: /^ (?:\S{1,30} (?=\S))?/gi,
  },
  {
    literals: ['login attempt ', 'login attempt: '],
    before: /^(?:\w+ )?\[?[\w.-]{1,40}\//g,
    isVaried: true,
  },
  {
    literals: ['crypt(', 'aes_encrypt(', 'aes_decrypt('],
    before: anyArgument,
    isVaried: true,
    isDigit: true,
  },
  {
    literals: [
      'localhost:',
      '127.0.0.1:',
      '.com:',
      '.net:',
      '.internal:',
      '.local:',
      '.io:',
      '.org:',
    ],
    before: /^(?:\d{2,5}|\*):[^:\s/]{1,60}:[^:\s/]{1,60}:(?=[^\s:/]+\s*$)/g,
  },
  {
    literals: ['totp seed', 'otp seed', 'totp key', 'mfa seed', '2fa seed', 'authenticator key'],
    before: /^["']?(?:[ \t]{0,3}[:=]|[ \t]is:?)?[ \t]{0,3}(?=["']?[A-Z2-7 ]{16,64})/g,
  },
  {
    literals: ['echo ', 'printf '],
    before: /^(?:-n )?(?=["']?[^\s"']+["']?[ \t]*>{1,2}[ \t]*\S*(?:secret|token|passw|cred|key))/gi,
    isDrawn: true,
  },
  {
    literals: ['zugangsdaten:', 'identifiants :', 'identifiants:', 'credenciales:', 'logins:'],
    before: /^ ?[\w.@-]{1,40} ?[/:] ?(?=\S)/g,
    isDrawn: true,
  },
  {
    literals: ['admin:', 'root:', 'administrator:'],
    before: /^(?=[^\s$:]+(?:\s|$))/g,
    isDrawn: true,
  },
  {
    literals: ['recovery code', 'backup code'],
    before: /^s?["']?[ \t]{0,2}[:=][ \t]{0,3}/g,
    isVaried: true,
  },
  {
    literals: ['tacacs-server key', 'radius-server key', 'isakmp key', 'key-string'],
    before: /^ (?:[0678] )?/g,
    isVaried: true,
  },
  {
    literals: ['createhmac(', 'createcipheriv(', 'createdecipheriv(', 'hash_hmac('],
    before: secondArgument,
    isDrawn: true,
  },
  {
    literals: [
      'fernet(',
      'secretkeyspec(',
      'hmac.new(',
      'hmacsha256(',
      'hmacsha512(',
      'aesgcm(',
      'secretbox(',
    ],
    before: firstArgument,
    isDrawn: true,
  },
  {
    literals: ['unseal key', 'recovery key', 'root token'],
    before: /^(?: \d{1,2})?(?: \([^()\n]{1,30}\))?:[ \t]{1,9}/g,
    isDrawn: true,
  },
  { literals: ['sonar.login'], before: /^["']?[ \t]{0,3}[=:][ \t]{0,3}/g, isDrawn: true },
  {
    literals: [
      ...[
        'пароль',
        '密码',
        '密碼',
        '口令',
        'パスワード',
        '暗証番号',
        '비밀번호',
        'סיסמה',
        'κωδικός',
      ],
      ...[
        'كلمة المرور',
        'hasło',
        'lösenord',
        'şifre',
        'mật khẩu',
        'jelszó',
        'adgangskode',
        'lozinka',
      ],
    ],
    before: /^["'*]{0,2}[ \t]{0,3}[:：=][ \t\u3000]{0,3}/g,
    isVaried: true,
  },
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
    literals: [':5432:', ':5433:', ':6432:', ':6543:', ':5439:', ':3306:'],
    before: /^[^:\s]{1,100}:[^:\s]{1,100}:/g,
  },
];
