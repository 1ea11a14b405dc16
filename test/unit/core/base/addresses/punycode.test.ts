import assert from 'node:assert/strict';
import { domainToUnicode } from 'node:url';
import { unicodeHost } from '../../../../../src/core/base/addresses/punycode';

describe('a host as people read it', () => {
  const hosts = [
    'xn--bcher-kva.example',
    'www.xn--fiqs8s.example',
    'xn--80ak6aa92e.com',
    'xn--mnchen-3ya.de',
  ];
  for (const host of hosts) {
    it(`is what Node makes of it: ${host}`, () => {
      assert.equal(unicodeHost(host), domainToUnicode(host));
    });
  }

  it('is nothing of its own for another host, or for what is no Punycode', () => {
    for (const host of ['x.example', 'xn--.example', 'xn--a-\u00e9.example', '93.184.216.34']) {
      assert.equal(unicodeHost(host), undefined, host);
    }
  });
});
