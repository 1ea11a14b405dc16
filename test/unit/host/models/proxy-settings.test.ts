import assert from 'node:assert/strict';
import { readVscodeProxy } from '../../../../src/host/models/proxy-settings';

function read(values: Readonly<Record<string, unknown>>) {
  return readVscodeProxy((key) => values[key]);
}

describe('readProxySettings', () => {
  it('says that nothing is set', () => {
    assert.deepEqual(read({}), { url: '', bypass: [], strictTls: true, isOff: false });
  });

  it('reads what the user set', () => {
    const authorization = 'Basic abc';
    assert.deepEqual(
      read({
        proxy: ' http://proxy:8080 ',
        noProxy: ['localhost', '.example.com'],
        proxyStrictSSL: false,
        proxySupport: 'override',
        proxyAuthorization: authorization,
      }),
      {
        url: 'http://proxy:8080',
        bypass: ['localhost', '.example.com'],
        strictTls: false,
        isOff: false,
        authorization,
      },
    );
  });

  it('switches proxies off with http.proxySupport', () => {
    assert.equal(read({ proxySupport: 'off' }).isOff, true);
    for (const other of ['on', 'fallback', 'override', undefined, false]) {
      assert.equal(read({ proxySupport: other }).isOff, false);
    }
  });

  it('takes a value of the wrong type for none, and never for a looser one', () => {
    assert.deepEqual(
      read({ proxy: 1, noProxy: ['a', 2, null], proxyStrictSSL: 'no', proxyAuthorization: null }),
      { url: '', bypass: ['a'], strictTls: true, isOff: false },
    );
  });
});
