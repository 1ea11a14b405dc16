import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  chooseRoute,
  type ProxyEnvironment,
  noProxySettings,
  type ProxySettings,
  namesHost,
} from '../../../../src/adapters/http/proxy-route';

const server = 'https://models.test/v1';

function proxyOf(
  url: string,
  settings: Partial<ProxySettings>,
  environment: ProxyEnvironment = {},
) {
  const route = chooseRoute(url, { ...noProxySettings, ...settings }, environment);
  assert.ok(route.ok);
  return route.value.proxy?.url;
}

describe('the route of a request', () => {
  const proxy = 'http://proxy.test:3128';

  it('is direct if nothing is set', () => {
    assert.equal(proxyOf(server, {}), undefined);
  });

  it('uses http.proxy for plain and secure servers', () => {
    assert.equal(proxyOf(server, { url: proxy }), proxy);
    assert.equal(proxyOf('http://models.test/', { url: ` ${proxy}/ ` }), proxy);
  });

  for (const loopback of [
    'http://127.0.0.1:11434/api/chat',
    'http://127.1.2.3/',
    'http://localhost:8080/v1',
    'http://ollama.localhost/',
    'http://[::1]:11434/',
    'https://localhost/',
    'http://LOCALHOST.:8080/v1',
    'http://127.1:11434/',
    'http://2130706433/',
    'http://127.0.0.1./',
    'http://0.0.0.0:11434/',
    'http://[::]:11434/',
    'http://[::ffff:127.0.0.1]/',
  ]) {
    it(`is direct to this machine: ${loopback}`, () => {
      assert.equal(proxyOf(loopback, { url: proxy }, { HTTP_PROXY: proxy }), undefined);
    });
  }

  it('uses a proxy for hosts that only look like this machine', () => {
    for (const url of [
      'http://localhost.evil.test/',
      'http://127.0.0.1.evil.test/',
      'http://[::ffff:10.0.0.1]/',
    ]) {
      assert.equal(proxyOf(url, { url: proxy }), proxy);
    }
  });

  it('uses the proxy of the environment if VS Code has none', () => {
    const environment = { HTTPS_PROXY: 'http://secure.test:1', HTTP_PROXY: 'http://plain.test:2' };
    assert.equal(proxyOf(server, {}, environment), 'http://secure.test:1');
    assert.equal(proxyOf('http://models.test/', {}, environment), 'http://plain.test:2');
    assert.equal(proxyOf(server, { url: proxy }, environment), proxy);
    assert.equal(proxyOf(server, {}, { http_proxy: 'plain.test:2' }), 'http://plain.test:2');
    assert.equal(
      proxyOf(server, {}, { ...environment, https_proxy: 'http://low.test' }),
      'http://low.test',
    );
  });

  it('bypasses hosts in http.noProxy or NO_PROXY', () => {
    const environment = { NO_PROXY: 'a.test, .models.test', HTTPS_PROXY: proxy };
    assert.equal(proxyOf(server, {}, environment), undefined);
    assert.equal(proxyOf('https://b.test/', {}, environment), proxy);
    assert.equal(proxyOf(server, { url: proxy, bypass: ['*.test'] }), undefined);
    assert.equal(proxyOf(server, { url: proxy, bypass: ['b.test'] }, environment), proxy);
  });

  it('is direct if http.proxySupport is off, whatever the environment says', () => {
    const environment = { HTTPS_PROXY: proxy };
    assert.equal(proxyOf(server, { url: proxy, isOff: true }, environment), undefined);
  });

  it('keeps user and password out of the address', () => {
    const route = chooseRoute(
      server,
      { ...noProxySettings, url: 'http://me:p%40ss@proxy.test:3128' },
      {},
    );
    const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    assert.deepEqual(route.ok && route.value.proxy, { url: proxy, authorization: basic });
  });

  it('prefers http.proxyAuthorization', () => {
    const settings = { ...noProxySettings, url: 'http://me:x@proxy.test:3128' };
    const route = chooseRoute(server, { ...settings, authorization: 'Negotiate abc' }, {});
    assert.equal(route.ok && route.value.proxy?.authorization, 'Negotiate abc');
  });

  it('checks certificates on a direct route, whatever http.proxyStrictSSL says', () => {
    const route = chooseRoute(server, { ...noProxySettings, strictTls: false }, {});
    assert.equal(route.ok && route.value.strictTls, true);
  });

  it('says that http.proxy does not contain an address, and never quotes it', () => {
    for (const url of ['proxy.test:3128', 'http://', 'secret', 'http://me:secret@', 'ftp://x']) {
      const route = chooseRoute(server, { ...noProxySettings, url }, {});
      assert.ok(!route.ok, url);
      assert.match(
        route.failure.message,
        /^The setting http\.proxy does not contain an address\. Enter/,
      );
      assert.doesNotMatch(route.failure.message, /secret/);
    }
  });

  it('names the environment variable when its address is invalid', () => {
    const route = chooseRoute(server, noProxySettings, { HTTPS_PROXY: 'http://:99999' });
    assert.match(route.ok ? '' : route.failure.message, /^The environment variable/);
  });

  it('reports that a SOCKS proxy is not supported', () => {
    const route = chooseRoute(server, { ...noProxySettings, url: 'socks5://proxy.test:1080' }, {});
    assert.match(route.ok ? '' : route.failure.message, /SOCKS proxy/);
  });

  it('never throws, whatever is set', () => {
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.string(),
        fc.array(fc.string()),
        fc.dictionary(fc.constantFrom('HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'), fc.string()),
        (url, proxyUrl, bypass, environment) => {
          chooseRoute(url, { ...noProxySettings, url: proxyUrl, bypass }, environment);
        },
      ),
    );
  });
});

describe('a pattern of http.noProxy', () => {
  for (const [pattern, url, expected] of [
    ['*', 'http://any.test/', true],
    ['example.com', 'https://example.com/', true],
    ['example.com', 'https://api.example.com/', true],
    ['example.com', 'https://notexample.com/', false],
    ['.example.com', 'https://api.example.com/', true],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['EXAMPLE.com', 'https://Example.COM/', true],
    ['example.com:443', 'https://example.com/', true],
    ['example.com:443', 'http://example.com/', false],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['10.0.0.5', 'http://10.0.0.5/', true],
    ['0.0.5', 'http://10.0.0.5/', false],
    ['10.0.0.0/8', 'http://10.20.30.40/', true],
    ['10.0.0.0/8', 'http://11.0.0.1/', false],
    ['10.0.0.0/8', 'http://ten.test/', false],
    ['10.0.0.0/99', 'http://10.0.0.1/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['fd00::/8', 'http://10.0.0.1/', false],
    ['[fd12::1]:80', 'http://[fd12::1]/', true],
    ['fd12::1', 'http://[fd12::1]/', true],
    ['2001:DB8:0::1', 'http://[2001:db8::1]/', true],
    ['[2001:db8:0:0::1]:80', 'http://[2001:db8::1]/', true],
    ['example.com', 'http://example.com./', true],
    ['example.com.', 'http://a.example.com/', true],
    ['münchen.test', 'http://www.münchen.test/', true],
    ['.', 'http://example.com./', false],
    ['*.', 'http://example.com/', false],
    ['', 'http://example.com/', false],
    ['/', 'http://example.com/', false],
  ] as const) {
    it(`"${pattern}" ${expected ? 'names' : 'does not name'} ${url}`, () => {
      assert.equal(namesHost([pattern], new URL(url)), expected);
    });
  }
});
