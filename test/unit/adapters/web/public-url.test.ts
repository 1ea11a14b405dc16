import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { inEnglish } from '../../../../src/core/base/sentence';
import { isPublicAddress } from '../../../../src/adapters/web/public-address';
import { judgePublicUrl } from '../../../../src/adapters/web/public-url';
import { acceptedHosts, privateAddresses, publicAddresses, refusedHosts } from './address-tables';

const never = () => false;

/** Spellings of an IPv4 address that URLs accept. */
function spellingsOf(address: string): readonly string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const inBase = (number: number, base: number) =>
    base === 8
      ? `0${number.toString(8)}`
      : base === 16
        ? `0x${number.toString(16)}`
        : String(number);
  const wide = address.replace(/./g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
  const coded = address.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return [
    ...[8, 10, 16].flatMap((base) => [
      parts.map((part) => inBase(part, base)).join('.'),
      inBase(whole, base),
      `${inBase(a, base)}.${inBase(whole % 0x1000000, 16)}`,
      `${inBase(a, 16)}.${inBase(b, base)}.${inBase(c * 256 + d, base)}`,
    ]),
    `${address}.`,
    wide,
    coded,
  ];
}

function reasonOf(url: string, allowsPort: (url: URL) => boolean = never): string {
  const judged = judgePublicUrl(url, allowsPort);
  return judged.ok ? '' : inEnglish(judged.refusal.reason);
}

function suggestionOf(url: string): string | undefined {
  const judged = judgePublicUrl(url, never);
  return judged.ok ? undefined : judged.refusal.suggestion;
}

describe('003-web-3: the first check, of the parsed URL', () => {
  it('the table has at least 150 hosts and spellings', () => {
    const tables = [acceptedHosts, privateAddresses, publicAddresses, refusedHosts];
    assert.ok(tables.reduce((all, { length }) => all + length, 0) >= 150);
  });

  for (const host of refusedHosts) {
    it(`refuses ${JSON.stringify(host)}`, () => {
      assert.notEqual(reasonOf(`https://${host}/path`), '');
    });
  }

  for (const [text, host] of acceptedHosts) {
    it(`accepts ${text}`, () => {
      const judged = judgePublicUrl(`https://${text}/path?q=1#part`, never);
      assert.ok(judged.ok);
      assert.equal(judged.url.href, `https://${host}/path?q=1`);
    });
  }

  it('every spelling of an address is judged as the address is', () => {
    const special = fc
      .constantFrom(...privateAddresses, ...publicAddresses)
      .filter((address) => isIP(address) === 4);
    fc.assert(
      fc.property(fc.oneof(special, fc.ipV4()), (address) => {
        for (const spelling of spellingsOf(address)) {
          const judged = judgePublicUrl(`https://${spelling}/`, never);
          assert.equal(judged.ok, isPublicAddress(address), spelling);
          if (judged.ok) assert.equal(judged.url.hostname, address);
        }
      }),
    );
  });

  it('an http address is refused and the https one suggested, never upgraded', () => {
    assert.equal(
      reasonOf('http://example.com/a?b=1'),
      'Only https addresses can be read, not http://.',
    );
    assert.match(suggestionOf('http://example.com/a?b=1') ?? '', /https:\/\/example\.com\/a\?b=1 /);
    assert.match(suggestionOf('http://u:secret@example.com/') ?? '', /https:\/\/example\.com\/ /);
  });

  for (const url of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'file://example.com/etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'gopher://example.com/',
    'ws://example.com/',
    'wss://example.com/',
    'view-source:https://example.com/',
    'blob:https://example.com/1',
    'example.com',
    '//example.com/',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    ' https://example.com/',
    'https://example.com/\n',
    'https://example.com/a b',
    'https://example.com\\a',
    'https://example.com/\u202etxt',
    'https://example.com/\ud800',
    `https://example.com/${'a'.repeat(2048)}`,
    '',
  ]) {
    it(`refuses ${JSON.stringify(url.slice(0, 40))}`, () => {
      assert.notEqual(reasonOf(url), '');
    });
  }

  it('another port needs a rule that names it with the host', () => {
    const named = ({ host }: URL) => host === 'example.com:8443';
    assert.equal(reasonOf('https://example.com:8443/', named), '');
    assert.match(reasonOf('https://example.com:8444/', named), /gatehouse\.web\.allow/);
    assert.match(reasonOf('https://example.com:8444/'), /example\.com:8444/);
  });

  it('a rule that names host and port lifts nothing else', () => {
    const always = () => true;
    for (const host of ['127.0.0.1:8443', 'localhost:8443', 'db.internal:5432', '[::1]:443']) {
      assert.notEqual(reasonOf(`https://${host}/`, always), '');
    }
    assert.notEqual(reasonOf('http://example.com:8080/', always), '');
  });

  it('reasons contain no user and no password', () => {
    assert.equal(
      reasonOf('https://u:secret@localhost/'),
      'The address contains a user name or a password.',
    );
  });
});
