import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { failClosed } from '../../src/host/settings/fail-closed';

const page = readFileSync('docs/configuration.md', 'utf8').split('\n');

describe('docs/configuration.md: what holds while a value cannot be read', () => {
  for (const [key, { consequence }] of Object.entries(failClosed)) {
    it(`says of ${key} what the notice says`, () => {
      const plain = page.map((line) => line.replaceAll('`', ''));
      assert.ok(plain.includes(`- gatehouse.${key}: ${consequence}`), consequence);
    });
  }
});
