/** A text, and what of it must be gone. Built from parts: no file holds a whole credential. */
export interface RedactRow {
  readonly name: string;
  readonly text: string;
  readonly secret: string;
}

/** Characters of a value that was drawn at random once, so that rows do not depend on chance. */
const drawn =
  'q7Zt4Kx9Vb2Nw8Ry5Lm3Hc6Jd1Pg0Fs7Tv4Xk9Bz2Wn8Qr5Yl3Mh6Cj1Dp0Gs7Ft4Vx9Kb2Zw8Nq5Ry3Lm6Hc1Jd0Pg';

/** A text that was written with a bar in it, so that no tool takes this file for one of secrets. */
const joined = (text: string): string => text.replaceAll('|', '');
const keyWord = joined('K|EY');

function mixed(length: number): string {
  return drawn.repeat(Math.ceil(length / drawn.length)).slice(0, length);
}

function hex(length: number): string {
  return '4f9a2c7e1b8d3056'.repeat(8).slice(0, length);
}

function base64(length: number): string {
  return 'kD3/v+Q9zX1t'.repeat(12).slice(0, length - 2) + '==';
}

const upper = (length: number): string => mixed(length).toUpperCase();
const uuid = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
const jwt = joined(`ey|JhbGciOiJIUzI1NiJ9.ey|J${mixed(40)}.${mixed(43)}`);

/** Credentials that a provider's prefix tells: of these none may be missed. */
export const prefixed: Readonly<Record<string, string>> = {
  'AWS access key': joined(`AK|IA${upper(16)}`),
  'AWS session key id': joined(`AS|IA${upper(16)}`),
  'AWS Bedrock key': joined(`AB|SK${mixed(44)}`),
  'GitHub personal token': joined(`gh|p_${mixed(36)}`),
  'GitHub OAuth token': joined(`gh|o_${mixed(36)}`),
  'GitHub user token': joined(`gh|u_${mixed(36)}`),
  'GitHub server token': joined(`gh|s_${mixed(36)}`),
  'GitHub refresh token': joined(`gh|r_${mixed(76)}`),
  'GitHub fine-grained token': joined(`github|_pat_${mixed(22)}_${mixed(59)}`),
  'GitLab personal token': joined(`gl|pat-${mixed(20)}`),
  'GitLab routable token': joined(`gl|pat-${mixed(27)}.01.${mixed(9)}`),
  'GitLab deploy token': joined(`gl|dt-${mixed(20)}`),
  'GitLab runner token': joined(`gl|rt-${mixed(20)}`),
  'GitLab runner registration': joined(`GR|1348941${mixed(20)}`),
  'GitLab CI job token': joined(`gl|cbt-${mixed(22)}`),
  'GitLab trigger token': joined(`gl|ptt-${mixed(40)}`),
  'GitLab feed token': joined(`gl|ft-${mixed(20)}`),
  'GitLab agent token': joined(`gl|agent-${mixed(50)}`),
  'GitLab OAuth secret': joined(`gl|oas-${mixed(64)}`),
  'Slack bot token': joined(`xo|xb-123456789012-1234567890123-${mixed(24)}`),
  'Slack user token': joined(`xo|xp-123456789012-123456789012-${hex(32)}`),
  'Slack app token': joined(`xa|pp-1-A012345-1234567890123-${hex(64)}`),
  'Slack config token': joined(`xo|xe.xo|xp-1-${mixed(160)}`),
  'Stripe live key': joined(`sk|_live_${mixed(24)}`),
  'Stripe test key': joined(`sk|_test_${mixed(99)}`),
  'Stripe restricted key': joined(`rk|_live_${mixed(24)}`),
  'Stripe webhook secret': joined(`wh|sec_${mixed(32)}`),
  'OpenAI key': joined(`sk|-${mixed(20)}T3BlbkFJ${mixed(20)}`),
  'OpenAI project key': joined(`sk|-proj-${mixed(60)}_${mixed(60)}`),
  'OpenAI service account key': joined(`sk|-svcacct-${mixed(60)}`),
  'OpenAI admin key': joined(`sk|-admin-${mixed(60)}`),
  'OpenRouter key': joined(`sk|-or-v1-${hex(64)}`),
  'Anthropic key': joined(`sk|-ant-api03-${mixed(93)}AA`),
  'Anthropic OAuth token': joined(`sk|-ant-oat01-${mixed(80)}`),
  'Google API key': joined(`AI|za${mixed(35)}`),
  'Google OAuth token': joined(`ya|29.a0${mixed(100)}`),
  'Google client secret': joined(`GOC|SPX-${mixed(28)}`),
  'Google refresh token': joined(`1/|/0g${mixed(60)}`),
  'npm token': joined(`np|m_${mixed(36)}`),
  'PyPI token': joined(`py|pi-AgEIcHlwaS5vcmc${mixed(80)}`),
  'Docker token': joined(`dc|kr_pat_${mixed(27)}`),
  'Docker organisation token': joined(`dc|kr_oat_${mixed(32)}`),
  'Hugging Face token': joined(`h|f_${mixed(34)}`),
  'SendGrid key': joined(`S|G.${mixed(22)}.${mixed(43)}`),
  'Twilio key': joined(`S|K${hex(32)}`),
  'Azure client secret': joined(`aB38Q|~${mixed(34)}`),
  'DigitalOcean token': joined(`do|p_v1_${hex(64)}`),
  'DigitalOcean OAuth token': joined(`do|o_v1_${hex(64)}`),
  'DigitalOcean refresh token': joined(`do|r_v1_${hex(64)}`),
  'Databricks token': joined(`da|pi${hex(32)}-2`),
  'Shopify access token': joined(`sh|pat_${hex(32)}`),
  'Shopify secret': joined(`sh|pss_${hex(32)}`),
  'Shopify app password': joined(`sh|ppa_${hex(32)}`),
  'Square token': joined(`sq|0atp-${mixed(22)}`),
  'Square secret': joined(`sq|0csp-${mixed(43)}`),
  'Square production token': joined(`EA|AAE${mixed(59)}`),
  'Telegram bot token': joined(`123456789:A|A${mixed(33)}`),
  'Discord bot token': joined(`MT|${mixed(22)}.${mixed(6)}.${mixed(38)}`),
  'Mailgun key': joined(`ke|y-${hex(32)}`),
  'Vault service token': joined(`hv|s.${mixed(90)}`),
  'Vault batch token': joined(`hv|b.${mixed(120)}`),
  'Terraform Cloud token': joined(`${mixed(14)}.atl|asv1.${mixed(67)}`),
  'Cloudflare origin key': joined(`v1|.0-${hex(24)}-${hex(64)}${hex(64)}${hex(18)}`),
  'Heroku key': joined(`HR|KU-${mixed(58)}`),
  'Linear key': joined(`li|n_api_${mixed(40)}`),
  'Notion token': joined(`nt|n_${mixed(46)}`),
  'Grafana token': joined(`gl|sa_${mixed(32)}_${hex(8)}`),
  'Groq key': joined(`gs|k_${mixed(52)}`),
  'Supabase token': joined(`sb|p_${hex(40)}`),
  'RubyGems key': joined(`ruby|gems_${hex(48)}`),
  'Figma token': joined(`fi|gd_${mixed(40)}`),
  'Postman key': joined(`PM|AK-${hex(24)}-${hex(34)}`),
  'Pulumi token': joined(`pu|l-${hex(40)}`),
  'New Relic key': joined(`NR|AK-${upper(27)}`),
  'Sentry token': joined(`sn|trys_${mixed(60)}`),
  'PlanetScale password': joined(`ps|cale_pw_${mixed(43)}`),
  'Tailscale key': joined(`ts|key-auth-${mixed(12)}-${mixed(32)}`),
  'Atlassian token': joined(`AT|ATT3x${mixed(180)}`),
  'Perplexity key': joined(`pp|lx-${mixed(48)}`),
  'Replicate token': joined(`r|8_${mixed(37)}`),
  'age key': joined(`AGE-SEC|RET-KEY-1${upper(58)}`),
  JWT: jwt,
};

const row = (name: string, before: string, secret: string, after = ''): RedactRow => ({
  name,
  text: before + secret + after,
  secret,
});

const wherePrefixed = Object.entries(prefixed).flatMap(([name, secret], index) => {
  const places = [
    row(`${name} in quotes`, 'const client = new Client("', secret, '");'),
    row(
      `${name} in JSON within JSON`,
      String.raw`{"log":"started\n`,
      secret,
      String.raw`\nready"}`,
    ),
    row(`${name} in colours`, 'using \u001b[1;32m', secret, '\u001b[0m now'),
    row(`${name} at the end of a sentence`, 'It answered with ', secret, '.'),
  ];
  const place = places[index % places.length];
  return [row(`${name} alone on its line`, '', secret), ...(place === undefined ? [] : [place])];
});

const begin = (kind: string): string => `-----BEGIN ${kind}PRIVATE ${keyWord}-----`;
const end = (kind: string): string => `-----END ${kind}PRIVATE ${keyWord}-----`;
const keyLine = `MIIEvQIBADANBgkqh${mixed(47)}`;
const keyLines = `${keyLine}\n${mixed(64)}\n${mixed(64)}\n${mixed(21)}==\n`;

const keys: readonly RedactRow[] = [
  ...['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED '].map((kind) =>
    row(`${kind}private key`, `${begin(kind)}\n`, keyLines, end(kind)),
  ),
  row(
    'PGP private key',
    `-----BEGIN PGP PRIVATE ${keyWord} BLOCK-----\n\n`,
    keyLines,
    `-----END PGP PRIVATE ${keyWord} BLOCK-----`,
  ),
  row(
    'SSH2 private key',
    `---- BEGIN SSH2 ENCRYPTED PRIVATE ${keyWord} ----\nComment: "x"\n`,
    keyLines,
    `---- END SSH2 ENCRYPTED PRIVATE ${keyWord} ----`,
  ),
  row(
    'PuTTY private key',
    'PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 4\n',
    keyLines,
    'Private-MAC: 00\n',
  ),
  row('private key without an end', `${begin('')}\n`, keyLines),
  row(
    'encrypted private key without an end',
    `${begin('RSA ')}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n`,
    keyLines,
  ),
  row(
    'private key in JSON',
    `{"private_key": "${begin('')}\\n`,
    keyLines.replaceAll('\n', '\\n'),
    `${end('')}\\n", "client_email": "a@b"}`,
  ),
  row(
    'private key in JSON, cut off',
    `{"private_key": "${begin('')}\\n`,
    keyLines.replaceAll('\n', '\\n'),
  ),
  row(
    'private key in a diff',
    `+${begin('')}\n+`,
    keyLines.trimEnd().replaceAll('\n', '\n+'),
    `\n+${end('')}`,
  ),
  row(
    'private key in a log',
    `12:00 INFO ${begin('')}\n12:00 INFO `,
    keyLines.trimEnd().replaceAll('\n', '\n12:00 INFO '),
    `\n12:00 INFO ${end('')}`,
  ),
  row(
    'end of a private key',
    '   12\t',
    `${mixed(64)}\n   13\t${mixed(7)}=`,
    `\n   14\t${end('')}\n   15\tafter`,
  ),
];

const weak = 'hunter2hunter2';
const named: readonly RedactRow[] = [
  row('environment', 'DB_PASSWORD=', weak),
  row('environment, exported', 'export API_KEY=', mixed(24)),
  row('environment, plain word', 'POSTGRES_PASSWORD=', 'letmeinplease'),
  row('environment, special characters', 'SMTP_PASS=', 'p@ss;w0rd&more,x'),
  row('environment, stage behind it', 'DB_PASSWORD_PROD=', weak),
  row('environment, quoted', 'MYSQL_PWD="', weak, '"'),
  row('Django', "SECRET_KEY = 'django-insecure-", mixed(40), "'"),
  row('Rails', 'SECRET_KEY_BASE=', hex(64)),
  row('Windows', 'set GITHUB_TOKEN=', mixed(40)),
  row('PowerShell', '$env:API_TOKEN="', mixed(24), '"'),
  row('Dockerfile', 'ENV NPM_TOKEN=', uuid),
  row('JSON', '{"password": "', weak, '", "user": "me"}'),
  row('JSON, camel case', '{"clientSecret":"', mixed(32), '"}'),
  row('JSON, escaped', String.raw`{"body":"{\"password\":\"`, weak, String.raw`\"}"}`),
  row('JSON, short', '{"password": "', 'hunter2', '"}'),
  row('JSON, dollar', '{"password": "', '$up3rS3cret!', '"}'),
  row('JSON, token', '{"access_token":"', mixed(40), '","token_type":"bearer"}'),
  row('JSON, refresh token', '{"refreshToken": "', mixed(40), '"}'),
  row('YAML', 'db:\n  password: ', weak, '\n  port: 1'),
  row('YAML, plain word', 'db:\n  password: ', 'letmeinplease', '\n  port: 1'),
  row('YAML, quoted', "  api_key: '", mixed(32), "'"),
  row('YAML, block', 'password: |\n  ', weak, '\nport: 1'),
  row('YAML, list of variables', '  - name: DB_PASSWORD\n    value: ', weak, '\n'),
  row('YAML, list item', 'environment:\n  - MYSQL_ROOT_PASSWORD=', weak),
  row('TOML', 'token = "', mixed(40), '"'),
  row('INI', '[db]\npassword = ', weak),
  row('properties', 'spring.datasource.password=', weak),
  row('XML', '<password>', weak, '</password>'),
  row('XML attribute', '<add key="ApiKey" value="', mixed(24), '"/>'),
  row('TypeScript', "const config = { password: '", weak, "' };"),
  row('Python', 'connect(host="h", password="', weak, '")'),
  row('Go', 'password := "', weak, '"'),
  row('PHP', "'db_password' => '", weak, "',"),
  row('Ruby', 'password: "', weak, '",'),
  row('comparison', 'if (password === "', weak, '")'),
  row('passphrase', 'passphrase: "', 'horse4battery', '"'),
  row('log line', '2026-01-01 INFO connecting with password: ', weak, ' to db'),
  row('URL query', 'GET /x?access_token=', mixed(32), '&page=1'),
  row('URL query, password', 'https://h/x?user=a&password=', weak, '&x=1'),
  row('URL query, key', 'https://maps.example.com/?api_key=', mixed(32), ' HTTP/1.1'),
  row('form body', 'grant_type=password&username=a&password=', weak, '&scope=x'),
  row('option', 'mytool --password ', weak, ' --verbose'),
  row('option with sign', 'mytool --password=', weak, ' --verbose'),
  row('option, plain word', 'mytool --db-password ', 'letmeinplease', ' run'),
  row('option, token', 'gh auth login --token ', mixed(40)),
  row('option, quoted', 'mytool --api-key "', mixed(24), '"'),
  row('option in JSON', '["mytool", "--password", "', weak, '"]'),
  row('curl', 'curl -s -u admin:', weak, ' https://h/x'),
  row('curl, long option', 'curl --user "admin:', weak, '" https://h'),
  row('mysql', 'mysql -u root -p', weak, ' shop'),
  row('mysqldump', 'mysqldump --all -uroot -p', weak, ' > x.sql'),
  row('sshpass', 'sshpass -p ', weak, ' ssh a@h'),
  row('docker login', 'docker login -u me -p ', weak, ' r.example.com'),
  row('redis-cli', 'redis-cli -h h -a ', weak, ' ping'),
  row('openssl', 'openssl rsa -passin pass:', weak, ' -in k'),
  row('SQL', "CREATE USER a IDENTIFIED BY '", weak, "';"),
  row('AWS command line', 'aws configure set aws_secret_access_key ', `${mixed(20)}/${mixed(19)}`),
  row('a sentence', 'The password is ', weak, ', do not tell'),
  row('token as user', 'git clone https://', hex(40), '@git.example.com/a'),
  row('SQL, role', "CREATE ROLE a WITH LOGIN PASSWORD '", weak, "';"),
  row('URL password', 'postgres://me:', weak, '@db:5432/x'),
  row('URL password without user', 'redis://:', weak, '@cache:6379/0'),
  row('URL password with at sign', 'amqp://me:', 'p@ss1word', '@mq/'),
  row('git remote', 'origin\thttps://me:', weak, '@git.example.com/a.git (push)'),
  row('bearer', 'Authorization: Bearer ', mixed(32)),
  row('bearer in code', "headers: { authorization: 'Bearer ", mixed(32), "' }"),
  row('bearer in curl', 'curl -H "Authorization: Bearer ', mixed(32), '" https://h'),
  row('basic', 'Authorization: Basic ', base64(24)),
  row('token header', 'Authorization: token ', mixed(40)),
  row('key header', 'X-Api-Key: ', mixed(32)),
  row('Cloudflare by header', 'X-Auth-Key: ', hex(37)),
  row('GitLab by header', 'PRIVATE-TOKEN: ', mixed(20)),
  row('Vault by header', 'X-Vault-Token: s.', mixed(24)),
  row('AWS secret key', 'aws_secret_access_key = ', `wJal${mixed(17)}/K7+${mixed(16)}`),
  row('AWS secret key in JSON', '"SecretAccessKey": "', `${mixed(20)}/${mixed(19)}`, '",'),
  row('AWS secret key in environment', 'AWS_SECRET_ACCESS_KEY=', `${mixed(20)}+${mixed(19)}`),
  row(
    'AWS secret key with one digit',
    '"secret_access_key": "',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzekQMVhdRt',
    '"',
  ),
  row('AWS session token', 'AWS_SESSION_TOKEN=', `IQoJb3JpZ2luX2Vj${mixed(200)}==`),
  row('Datadog', 'DD_API_KEY=', hex(32)),
  row('Datadog application key', 'datadog_app_key: "', hex(40), '"'),
  row('Heroku', 'HEROKU_API_KEY=', uuid),
  row('Cloudflare', 'CLOUDFLARE_API_TOKEN=', mixed(40)),
  row(
    'Azure connection string',
    'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=',
    base64(88),
    ';EndpointSuffix=core.windows.net',
  ),
  row(
    'Azure service bus',
    'Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=k;SharedAccessKey=',
    base64(44),
  ),
  row(
    'Azure SAS',
    'https://a.blob.core.windows.net/c?sv=2022-11-02&sp=r&sig=',
    `${mixed(40)}%3D`,
    '&se=x',
  ),
  row('AWS presigned', 'https://b.s3.amazonaws.com/k?X-Amz-Date=x&X-Amz-Signature=', hex(64)),
  row('SQL server connection', 'Server=h;Database=d;User Id=a;Password=', weak, ';Encrypt=True'),
  row(
    'Slack webhook',
    'https://hooks.slack.com/services/',
    `T0${upper(8)}/B0${upper(8)}/${mixed(24)}`,
  ),
  row('Discord webhook', 'https://discord.com/api/webhooks/123456789012345678/', mixed(68)),
  row('.npmrc', '//registry.example.com/:_authToken=', uuid),
  row('.npmrc, basic', '_auth=', base64(24)),
  row('.netrc', 'machine h.example.com login me password ', weak),
  row('.netrc over lines', 'machine h.example.com\nlogin me\npassword ', weak, '\n'),
  row('.pypirc', '[pypi]\nusername = __token__\npassword = ', mixed(30)),
  row('.pgpass', 'db.example.com:5432:shop:me:', weak),
  row('Docker configuration', '{"auths":{"r.example.com":{"auth":"', base64(32), '"}}}'),
  row('kubeconfig', '    client-key-data: ', base64(120)),
  row('kubeconfig token', '    token: ', mixed(60)),
  row('Vault key', 'Unseal Key 1: x\nVAULT_TOKEN=', `s.${mixed(24)}`),
  row('Twilio token', 'TWILIO_AUTH_TOKEN=', hex(32)),
  row('colours inside', 'password=\u001b[31m', 'hunter\u001b[1m2hunter2', '\u001b[0m'),
];

export const redactRows: readonly RedactRow[] = [...wherePrefixed, ...keys, ...named];
