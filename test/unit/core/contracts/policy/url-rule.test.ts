import assert from 'node:assert/strict';
import { inEnglish } from '../../../../../src/core/base/sentence';
import {
  matchesUrlRule,
  parseUrlRule,
  type UrlRule,
} from '../../../../../src/core/contracts/policy/url-rule';

function rule(text: string): UrlRule {
  const parsed = parseUrlRule(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
}

function covers(text: string, url: string, subdomains = false): boolean {
  return matchesUrlRule(rule(text), new URL(url), { subdomains });
}

const readable: readonly (readonly [text: string, parsed: Omit<UrlRule, 'text'>])[] = [
  ['example.com', { host: 'example.com', isBelow: false, path: '/' }],
  ['EXAMPLE.com.', { host: 'example.com', isBelow: false, path: '/' }],
  ['*.example.com', { host: 'example.com', isBelow: true, path: '/' }],
  ['münchen.example', { host: 'xn--mnchen-3ya.example', isBelow: false, path: '/' }],
  ['example.com:8443', { host: 'example.com', isBelow: false, port: '8443', path: '/' }],
  ['example.com:443', { host: 'example.com', isBelow: false, path: '/' }],
  ['https://example.com', { host: 'example.com', isBelow: false, path: '/' }],
  ['HTTPS://example.com/*', { host: 'example.com', isBelow: false, path: '/' }],
  ['https://example.com/a/../docs/*', { host: 'example.com', isBelow: false, path: '/docs/' }],
  ['https://*.example.com/docs*', { host: 'example.com', isBelow: true, path: '/docs' }],
  ['93.184.216.34', { host: '93.184.216.34', isBelow: false, path: '/' }],
  ['[2606:4700::1111]', { host: '[2606:4700::1111]', isBelow: false, path: '/' }],
  ['ru', { host: 'ru', isBelow: false, path: '/' }],
];

const unreadable: readonly (readonly [text: string, hint: RegExp])[] = [
  ['', /Write a host/],
  [' example.com', /Write a host/],
  ['https://user@example.com/*', /without user/],
  ['https://example.com/*?q=1', /query/],
  ['https://example.com/#a*', /fragment/],
  ['https:\\\\example.com', /Write a host/],
  ['http://example.com/*', /does not begin with https:/],
  ['ftp://example.com', /does not begin with https:/],
  ['://example.com', /does not begin with https:/],
  ['*', /write \*\.example\.com/],
  ['*example.com', /write \*\.example\.com/],
  ['docs.*.com', /write \*\.example\.com/],
  ['https://*/docs*', /write \*\.example\.com/],
  ['example.com/docs*', /write https:\/\/example\.com\/docs\*/],
  ['https://example.com/', /must end with its only star/],
  ['https://example.com/docs', /must end with its only star/],
  ['https://example.com/*/docs', /must end with its only star/],
  ['https://example.com/*/docs*', /must end with its only star/],
  ['https:///docs*', /does not name a host/],
  ['example.com:port', /does not name a host/],
  ['example.com:99999', /does not name a host/],
  ['1.2.3.4.5', /does not name a host/],
  ['*.1.2.3.4', /does not name a host/],
  ['*.', /does not name a host/],
  ['exa mple.com', /Write a host/],
  ['exa$mple.com', /does not name a host/],
  ['a..example.com', /does not name a host/],
  ['example.com..', /does not name a host/],
];

describe('a URL rule', () => {
  for (const [text, parsed] of readable) {
    it(`${text} is read`, () => {
      assert.deepEqual(rule(text), { text, ...parsed });
    });
  }

  for (const [text, hint] of unreadable) {
    it(`any other form is refused at load: ${JSON.stringify(text)}`, () => {
      const parsed = parseUrlRule(text);
      assert.ok(!parsed.ok);
      assert.match(inEnglish(parsed.failure), hint);
    });
  }

  it('*. is one or more labels', () => {
    const asked = [false, true].map((subdomains) =>
      ['a.example.com', 'a.b.example.com', 'example.com', 'badexample.com', 'example.com.x'].map(
        (host) => covers('*.example.com', `https://${host}/`, subdomains),
      ),
    );
    assert.deepEqual(asked, [
      [true, true, false, false, false],
      [true, true, false, false, false],
    ]);
  });

  it('in deny a bare name covers its subdomains, in allow only itself', () => {
    for (const [host, inAllow, inDeny] of [
      ['example.com', true, true],
      ['EXAMPLE.com.', true, true],
      ['www.example.com', false, true],
      ['badexample.com', false, false],
      ['example.com.evil.org', false, false],
    ] as const) {
      assert.equal(covers('example.com', `https://${host}/`), inAllow, host);
      assert.equal(covers('example.com', `https://${host}/`, true), inDeny, host);
    }
  });

  it('hosts are compared in punycode', () => {
    assert.equal(covers('münchen.example', 'https://xn--mnchen-3ya.example/'), true);
    assert.equal(covers('xn--mnchen-3ya.example', 'https://MÜNCHEN.example/'), true);
    assert.equal(covers('apple.example', 'https://аpple.example/'), false);
  });

  it('a port is named: without one an allow means 443 and a deny any', () => {
    assert.equal(covers('example.com', 'https://example.com:8443/'), false);
    assert.equal(covers('example.com', 'https://example.com:8443/', true), true);
    assert.equal(covers('example.com:8443', 'https://example.com:8443/'), true);
    assert.equal(covers('example.com:8443', 'https://example.com/'), false);
    assert.equal(covers('example.com:8443', 'https://example.com/', true), false);
  });

  it('the path is compared by prefix', () => {
    const text = 'https://example.com/docs/*';
    assert.equal(covers(text, 'https://example.com/docs/a?x=1'), true);
    assert.equal(covers(text, 'https://example.com/docs'), false);
    assert.equal(covers(text, 'https://example.com/Docs/a'), false);
    assert.equal(covers(text, 'https://example.com/docs/../admin'), false);
    assert.equal(covers(text, 'https://example.com/docs/%2e%2e/admin'), false);
    assert.equal(covers(text, 'https://example.com/%64ocs/a'), true);
  });

  for (const path of [
    '/docs/..;/admin',
    '/docs/..;x=y/admin',
    '/docs/..%3b/admin',
    '/docs/%252e%252e/admin',
    '/docs/%252e%252e%252fadmin',
    '/docs/..%252fadmin',
    '/docs/..%25%32%66admin',
    '/docs/..%20/admin',
    '/docs/%20../admin',
    '/docs/..%00/admin',
    '/docs/..%09/admin',
    '/docs/..%ef%bc%8fadmin',
    '/docs/\uff0e\uff0e/admin',
    '/docs/..%e2%80%8b/admin',
    '/docs//..;//admin',
    '/docs/..%5c/admin',
  ]) {
    it(`an allow covers no path with a second reading, and a deny each of them: ${path}`, () => {
      assert.equal(covers('https://example.com/docs/*', `https://example.com${path}`), false);
      assert.equal(covers('https://example.com/admin*', `https://example.com${path}`), false);
      assert.equal(covers('https://example.com/admin*', `https://example.com${path}`, true), true);
    });
  }

  for (const path of ['/;/admin', '/;a=b/admin', '/%2561dmin', '/%E2%80%8Badmin', '/%20admin']) {
    it(`a deny covers each reading: ${path}`, () => {
      assert.equal(covers('https://example.com/admin*', `https://example.com${path}`, true), true);
    });
  }

  it('an allow of a part of a host needs bytes that are UTF-8', () => {
    for (const path of ['/docs/%c0%ae%c0%ae/admin', '/docs/..%c0%afadmin', '/docs/.../admin']) {
      assert.equal(covers('https://example.com/docs/*', `https://example.com${path}`), false, path);
    }
  });

  it('an allow of a part of a host covers plain paths, in any letters', () => {
    for (const path of [
      '/docs/a.b/c-d_e~f',
      '/docs/%C3%BCber',
      '/docs/ü',
      '/docs/a%20b',
      '/docs/@x:y,z',
    ]) {
      assert.equal(covers('https://example.com/docs/*', `https://example.com${path}`), true, path);
    }
    assert.equal(covers('https://example.com/*', 'https://example.com/a;b//c%2fd'), true);
  });

  it('an allow needs every reading of a path, a deny one', () => {
    const hidden = ['/docs/..%2Fadmin', '/docs/..%5cadmin', '/docs/%2e%2e%2fadmin'];
    for (const path of hidden) {
      assert.equal(covers('https://example.com/docs/*', `https://example.com${path}`), false, path);
      assert.equal(covers('https://example.com/admin*', `https://example.com${path}`), false, path);
    }
    const denied = [...hidden, '//admin', '/Admin/x', '/%61dmin', '/a/../admin'];
    for (const path of denied) {
      assert.equal(covers('https://example.com/admin*', `https://example.com${path}`, true), true);
    }
    assert.equal(covers('https://example.com/admin*', 'https://example.com/docs', true), false);
  });
});
