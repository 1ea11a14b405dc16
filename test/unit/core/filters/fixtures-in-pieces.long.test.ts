import assert from 'node:assert/strict';
import { filterText } from '../../../../src/core/filters/filter-set';
import { readFilterFixtures } from './read-fixtures';
import { commandText, filterInPieces, shippedRules } from './shipped-rules';

const set = shippedRules();

describe('every recorded output', () => {
  for (const { name, command: given, exitCode, output } of readFilterFixtures()) {
    it(`is the same however it is cut: ${name}`, () => {
      const command = commandText(given);
      const { raw, text } = filterText(set, command, output, exitCode);
      for (const size of [7, 64]) {
        assert.equal(filterInPieces(set, { command, text: raw, exitCode }, size), text);
      }
    });
  }
});
