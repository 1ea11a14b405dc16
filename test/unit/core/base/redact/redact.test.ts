import assert from 'node:assert/strict';
import fc from 'fast-check';
import { setExtraSecrets } from '../../../../../src/core/base/redact/extra-secrets';
import { redactFields, redactName, redactText } from '../../../../../src/core/base/redact/redact';

const block = ['PRIVATE', 'KEY'].join(' ');
const begin = `-----BEGIN RSA ${block}-----`;
const end = `-----END RSA ${block}-----`;
const key = `${begin}\nMIIEow${'abc123\n'.repeat(30)}${end}`;

/** Split so that no file of the repository holds a whole credential. */
const secrets: Record<string, string> = {
  'aws-key': `AKIA${'ABCD'.repeat(4)}`,
  'github-token': `ghp_${'a1B2'.repeat(9)}`,
  'gitlab-token': `glpat-${'a1B2'.repeat(5)}`,
  'anthropic-key': `sk-ant-${'a1B2'.repeat(8)}`,
  'openai-key': `sk-${'a1B2'.repeat(8)}`,
  'slack-token': `xoxb-${'12345-'.repeat(3)}abcdef`,
  'google-key': `AIza${'a1B2c'.repeat(7)}`,
  'npm-token': `npm_${'a1B2'.repeat(9)}`,
  'stripe-key': `sk_live_${'a1B2'.repeat(6)}`,
  jwt: `eyJ${'hbGci'.repeat(4)}.eyJ${'zdWIi'.repeat(4)}.${'sig_-'.repeat(4)}`,
};

const hexOf = (text: string): string => text.charCodeAt(0).toString(16);

describe('redaction', () => {
  for (const [kind, secret] of Object.entries(secrets)) {
    it(`removes a ${kind} anywhere`, () => {
      const { text, kinds } = redactText(`before ${secret} after\nx="${secret}"`);
      assert.equal(text.includes(secret), false);
      assert.equal(kinds.length > 0, true);
      assert.match(text, /before \[REDACTED:[a-z-]+\] after/);
    });
  }

  it('removes what percent-encoding hides, at any depth that a server decodes', () => {
    const encode = (text: string): string =>
      text.replace(/[^a-z0-9]/gi, (unit) => `%${unit.charCodeAt(0).toString(16)}`);
    for (const [kind, secret] of Object.entries({ ...secrets, odd: 'hunter2-hunter!' })) {
      const plain = kind === 'odd' ? `https://me:${secret}@example.org/` : secret;
      for (const hidden of [
        encode(plain),
        encode(encode(plain)),
        `%${hexOf(plain)}${plain.slice(1)}`,
      ]) {
        const { text, kinds } = redactText(`GET https://example.com/x?page=2&q=${hidden}&z=1 200`);
        assert.equal(text.includes(hidden), false, `${kind}: ${text}`);
        assert.match(text, /^GET https:\/\/example\.com\/x\?page=2&q=\S*\[REDACTED:/);
        assert.match(text, / 200$/);
        assert.ok(kinds.length > 0);
      }
    }
    assert.equal(
      redactText('x?%61pi_key=abcd1234EFGH5678ijkl').text,
      'x?%61pi_key=[REDACTED:secret]',
    );
    const ordinary =
      '100%25 of https://example.com/a%20b?q=caf%C3%A9%20%26%20bar&x=%7B%22a%22%3A1%7D';
    assert.equal(redactText(ordinary).text, ordinary);
  });

  const behindNames = [
    'password=hunter2hunter2',
    'API_KEY: "abcd1234efgh"',
    "{'client_secret': 'abcd1234efgh'}",
    'Authorization: Bearer abcd1234efgh5678ij',
    'postgres://me:abcd1234efgh@db/x',
    'export DB_PASSWORD=abcd1234efgh',
    'DB_PASS=abcd1234efgh',
    'Authorization: Basic abcd1234efgh5678',
  ];
  for (const line of behindNames) {
    it(`removes the value of ${line.slice(0, 14)}…`, () => {
      assert.equal(/hunter2|abcd1234/.test(redactText(line).text), false);
    });
  }

  const kept = [
    'commit 4077131c0f2ad0fd1b2b3c4d5e6f708192a3b4c5',
    '"integrity": "sha512-1Ysmo9V4cZz0f0wzJHjWtCPHq2v2x3Bqf6p6Gm0ZT2zJ4A=="',
    'overflow:0b0e1c1e-8f3b-4c57-9b8a-2a1f5a9d7c11',
    'const password = process.env.PASSWORD;',
    'password: ${PASSWORD}',
    'the secret is to keep it short',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample me@host',
    'https://example.com/a:b/c',
  ];
  for (const line of kept) {
    it(`keeps ${line.slice(0, 30)}`, () => {
      assert.equal(redactText(line).text, line);
    });
  }

  it('removes a private key block, also one that never ends', () => {
    assert.equal(redactText(`a\n${key}\nb`).text, 'a\n[REDACTED:private-key]\nb');
    assert.equal(redactText(`a\n${begin}\nMIIE`).text, 'a\n[REDACTED:private-key]');
  });

  it('removes what an excerpt shows of a private key that began earlier', () => {
    const excerpt = `     7\t${'QUJD'.repeat(16)}\n     8\t${'REVG'.repeat(8)}\n     9\t${end}\n    10\tafter`;
    assert.equal(redactText(excerpt).text, '[REDACTED:private-key]\n    10\tafter');
  });

  it('removes the whole value of a field named like a secret, and looks into keys', () => {
    const fields = redactFields({
      token: 'short',
      api_key: 'not shaped like one',
      n: [secrets.jwt],
    });
    assert.deepEqual(fields, {
      token: 'short',
      api_key: '[REDACTED:secret]',
      n: ['[REDACTED:jwt]'],
    });
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Object.values(secrets), ' ', '\n', 'x=', key)),
        (parts) => {
          const once = redactText(parts.join('')).text;
          assert.equal(redactText(once).text, once);
        },
      ),
    );
  });

  const hostile: Record<string, string> = {
    'lines like key data': `PRIVATE KEY\n${'1234567890'.repeat(4)}\n`.repeat(20_000),
    'key after key': `${begin}\n`.repeat(4000),
    'end after end': `${end}\n`.repeat(4000),
    'name after name': 'password='.repeat(40_000),
    'a token without an end': `eyJ${'a'.repeat(400_000)}`,
    'names without a value': 'password '.repeat(50_000),
    'quotes that never match': 'token="secret=\''.repeat(30_000),
    'prefix after prefix': 'sk-eyJ'.repeat(70_000),
    'header after header': 'eyJaaaaaaaaaaaa.'.repeat(30_000),
    'options of no program': ' -u a: -p'.repeat(50_000),
    'addresses without an end': '://a:'.repeat(90_000),
    'a URL of colons': 'a:'.repeat(200_000),
    'one long line': '1'.repeat(1_000_000),
  };
  for (const [what, text] of Object.entries(hostile)) {
    it(`comes to an end on ${what}`, () => {
      const once = redactText(text).text;
      assert.equal(redactText(once).text, once);
    });
  }
});

describe('redaction of a name', () => {
  afterEach(() => {
    setExtraSecrets(() => undefined);
  });

  it('finds what redaction of a text finds, the second time as well', () => {
    for (const text of [...Object.values(secrets), 'rule bash "npm *" (user)', 'x'.repeat(300)]) {
      assert.equal(redactName(text), redactText(text).text);
      assert.equal(redactName(text), redactText(text).text);
    }
  });

  it('forgets what it knows when the patterns of the user change', () => {
    assert.equal(redactName('acme-1234'), 'acme-1234');
    const span = { kind: 'extra', begin: 0, from: 0, to: 9 };
    const find = (text: string) => (text.startsWith('acme') ? [span] : []);
    setExtraSecrets(() => find);
    assert.equal(redactName('acme-1234'), '[REDACTED:extra]');
  });
});
