import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { isPublicAddress } from '../../../../src/adapters/web/public-address';
import { privateAddresses, publicAddresses } from './address-tables';

/** The IPv6 forms that carry an IPv4 address. */
function carriers(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const hex = (high: number, low: number) => (high * 256 + low).toString(16);
  const flipped = `${hex(255 - a, 255 - b)}:${hex(255 - c, 255 - d)}`;
  const plain = `${hex(a, b)}:${hex(c, d)}`;
  return [
    `::${address}`,
    `::ffff:${address}`,
    `::ffff:0:${plain}`,
    `64:ff9b::${plain}`,
    `64:ff9b:1::${plain}`,
    `2002:${plain}::1`,
    `2001:0:808:808:0:0:${flipped}`,
  ];
}

describe('003-web-4: an address is public', () => {
  for (const address of publicAddresses) {
    it(`just outside of all special ranges: ${address}`, () => {
      assert.equal(isPublicAddress(address), true);
    });
  }

  for (const address of privateAddresses) {
    it(`not in a special range: ${address}`, () => {
      assert.equal(isPublicAddress(address), false);
    });
  }

  it('no address that carries an IPv4 address is public, not even of a public one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const carrier of carriers(address)) {
          assert.equal(isIP(carrier), 6, carrier);
          assert.equal(isPublicAddress(carrier), false, carrier);
        }
      }),
    );
  });

  it('only global unicast of IPv6 is public', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(new URL(`http://[${address}]`).hostname.slice(1), 16);
        if (!(first >= 0x2000 && first <= 0x3fff)) assert.equal(isPublicAddress(address), false);
      }),
    );
  });
});
