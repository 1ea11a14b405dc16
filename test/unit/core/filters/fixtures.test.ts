import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { filterText } from '../../../../src/core/filters/filter-text';
import { mustKeep } from './must-keep';
import { readFilterFixtures, type FilterFixture } from './read-fixtures';
import { commandText, filterInPieces, shippedRules } from './shipped-rules';

const set = shippedRules();

function filtered({ command, output, exitCode }: FilterFixture) {
  return filterText(set, commandText(command), output, exitCode);
}

/** `UPDATE_GOLDEN=1` accepts the present text, which is then reviewed. */
function assertGolden(file: string, actual: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(file, actual);
    return;
  }
  assert.ok(existsSync(file), `${file} is missing: run with UPDATE_GOLDEN=1 and review it`);
  assert.equal(actual, readFileSync(file, 'utf8'));
}

for (const fixture of readFilterFixtures()) {
  const { name, rule, command, exitCode, output, keep } = fixture;
  describe(`the recorded output ${name}`, () => {
    it('is one that the rule is for', () => {
      assert.ok(set.rulesFor(commandText(command)).includes(rule), command);
    });

    it('keeps every line that must stay', () => {
      const { text } = filtered(fixture);
      const missing = [...mustKeep(output, exitCode), ...keep].filter(
        (line) => !text.includes(line),
      );
      assert.deepEqual(missing, []);
    });

    it('is shorter, or stays as it is', () => {
      const { raw, text, report } = filtered(fixture);
      if (report === undefined) assert.equal(text, raw);
      else assert.ok(Buffer.byteLength(text) < Buffer.byteLength(raw));
    });

    it('is the same when it is filtered again', () => {
      const { text } = filtered(fixture);
      assert.equal(filterText(set, commandText(command), text, exitCode).text, text);
    });

    it('is the same however it is cut', () => {
      const { raw, text } = filtered(fixture);
      const given = { command: commandText(command), text: raw, exitCode };
      for (const size of [7, 1000]) assert.equal(filterInPieces(set, given, size), text);
    });

    it('is filtered to what was accepted', () => {
      assertGolden(fixture.goldenFile, filtered(fixture).text);
    });
  });
}
