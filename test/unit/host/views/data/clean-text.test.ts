import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createCleanText, secretsInUrl } from '../../../../../src/host/views/data/clean-text';

const person = {
  secrets: ['s3cret value/+"x', 'abc'],
  home: '/home/alice',
  userName: 'alice',
  machine: 'alices-laptop',
  roots: ['/home/alice/work/shop'],
};
const clean = createCleanText(person);

describe('a text that may leave this machine', () => {
  it('has no secret that is known by value, however it is written', () => {
    const [secret = ''] = person.secrets;
    for (const spelled of [secret, JSON.stringify(secret), encodeURIComponent(secret)]) {
      assert.equal(clean(`a ${spelled} b`).includes('s3cret'), false, spelled);
    }
  });

  it('has no secret inside any other text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.stringMatching(/^[A-Za-z0-9_%/-]{8,40}$/),
        (a, b, secret) => {
          const text = createCleanText({ ...person, secrets: [secret] })(`${a}${secret}${b}`);
          assert.equal(text.includes(secret), false);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('keeps words that only look like a short secret', () => {
    assert.equal(clean('abcdef'), 'abcdef');
  });

  it('keeps of a URL only where it leads', () => {
    const url = 'https://bob:pass-w0rd@api.example.com:8443/v1/tok-12345?key=zzz#frag';
    assert.equal(clean(`at ${url}, then`), 'at https://api.example.com:8443/… then');
    assert.equal(clean('https://api.example.com/'), 'https://api.example.com');
    assert.equal(clean('wss://x.org/a'), 'wss://x.org/…');
  });

  it('has no folder, name or machine of the user', () => {
    assert.equal(
      clean('/home/alice/work/shop/a.ts and /home/alice/.ssh by Alice on ALICES-LAPTOP'),
      '<workspace>/a.ts and ~/.ssh by <user> on <machine>',
    );
    assert.equal(clean('file:///home/alice/x'), 'file://~/x');
    assert.equal(clean('malice'), 'malice');
  });

  it('has the folders of Windows in none of their spellings', () => {
    const windows = createCleanText({ ...person, home: 'C:\\Users\\Al Ice', roots: [] });
    for (const text of [
      'C:\\Users\\Al Ice\\a',
      'C:\\\\Users\\\\Al Ice\\\\a',
      'C:/Users/Al%20Ice/a',
    ]) {
      assert.equal(windows(text).startsWith('~'), true, text);
    }
  });

  it('has no credential by its form, and shows what cannot be seen', () => {
    assert.match(clean(`ghp_${'a1B2'.repeat(9)}`), /^\[REDACTED:/);
    assert.equal(clean('a\u202eb'), 'a\\u202eb');
  });
});

describe('the secrets of an address', () => {
  it('are its name, its password and the values of its query', () => {
    const found = secretsInUrl('https://us%20er:pa%2Fss@h.example/p?key=v%31#f');
    for (const secret of ['us%20er', 'us er', 'pa%2Fss', 'pa/ss', 'v1', 'f']) {
      assert.ok(found.includes(secret), secret);
    }
    assert.deepEqual(secretsInUrl('no address'), []);
    assert.deepEqual(secretsInUrl('https://h.example/p'), []);
  });
});
