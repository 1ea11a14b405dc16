/** Built from parts, as no file may hold what looks like a credential. */
const block = ['PRIVATE', 'KEY'].join(' ');
const begin = `-----BEGIN RSA ${block}-----`;
const end = `-----END RSA ${block}-----`;

/** Texts that a rule could read again and again, each of so many characters. */
export function hostileTexts(length: number): Readonly<Record<string, string>> {
  const parts: Readonly<Record<string, string>> = {
    'names without a value': 'password ',
    'names one after another': 'password=',
    'names in lines': 'token = next(tokens);\n',
    'names and quotes': 'token="secret=\'',
    'quotes without an end': 'password="\\"a',
    'escaped quotes': '"password": "a\\',
    'literals of forms': 'sk-eyJ',
    'begins of tokens': `ghp_aaaa `,
    'headers of tokens': 'eyJaaaaaaaaaaaa.',
    'one token without an end': 'a1B2',
    'addresses without an end': '://a:',
    colons: 'a:',
    'options of curl': 'curl -u a: -u b: ',
    cookies: 'cookie: a=b; c=d; ',
    'many cookies': 'a=bcdefgh1; ',
    schemes: 'authorization: bearer ',
    'begins of keys': `${begin}\n`,
    'ends of keys': `${end}\n`,
    'lines like key data': `${'1234567890'.repeat(6)}\n`,
    'key data and ends': `${'QUJD'.repeat(16)}\n${end}\n`,
    'escape sequences': '\u001b[31mtoken\u001b[0m ',
    'begins of sequences': '\u001b[',
    'lines that go on': 'password \\\n',
    'lines as wide as a terminal': `${'a1'.repeat(20)}\n`,
    'tokens over lines': `key=${'a1B2'.repeat(10)}\n`,
    marks: '[REDACTED:token] token=',
    passwords: 'password=hunter2hunter2 ',
    identifiers: 'key_token_secret_',
    'one line': '1',
    'digits before a colon': '123456789:A',
    'an address of at signs': '://@',
    types: 'password: string | string | string ',
    brackets: 'password{[<(',
    backslashes: '\\',
    commands: 'echo a | sudo -S ',
  };
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      (name === 'many cookies' ? 'cookie: ' : name === 'one token without an end' ? 'token=' : '') +
        part.repeat(Math.ceil(length / part.length)).slice(0, length),
    ]),
  );
}
