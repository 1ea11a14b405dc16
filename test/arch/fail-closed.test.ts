import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { userKeys } from '../../src/host/settings/read-settings';
import { fallbackText } from '../../src/host/settings/warning-texts';

const page = readFileSync('docs/configuration.md', 'utf8').split('\n');

describe('docs/configuration.md: fallbacks for unreadable values', () => {
  for (const key of userKeys) {
    const consequence = fallbackText(key);
    it(`says the same of ${key} as the notice`, () => {
      const plain = page.map((line) => line.replaceAll('`', ''));
      assert.ok(plain.includes(`- gatehouse.${key}: ${consequence}`), consequence);
    });
  }
});
