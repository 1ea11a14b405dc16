import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { CommandText } from '../../../../src/core/filters/command-match';
import { filterText, type FilteredText } from '../../../../src/core/filters/filter-set';
import { mustKeep } from './must-keep';
import { readFilterFixtures, type FilterFixture } from './read-fixtures';
import { commandText, filterInPieces, shippedRules } from './shipped-rules';

const set = shippedRules();
/** Longer outputs come in the smallest pieces in the long tests. */
const shortUnits = 4000;

/** A recorded output through its rules: once, however many tests look at it. */
function lazilyFiltered({ command: text, output, exitCode }: FilterFixture) {
  let done: (FilteredText & { readonly command: CommandText }) | undefined;
  return () => {
    if (done !== undefined) return done;
    const command = commandText(text);
    done = { ...filterText(set, command, output, exitCode), command };
    return done;
  };
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
  const { name, rule, exitCode, output, keep } = fixture;
  const filtered = lazilyFiltered(fixture);
  describe(`the recorded output ${name}`, () => {
    it('003-filters-10: is one that the rule is for', () => {
      const { command } = filtered();
      assert.ok(set.rulesFor(command).includes(rule), command.whole);
    });

    it('keeps every line that must stay', () => {
      const { text } = filtered();
      const missing = [...mustKeep(output, exitCode), ...keep].filter(
        (line) => !text.includes(line),
      );
      assert.deepEqual(missing, []);
    });

    it('is shorter, or stays as it is', () => {
      const { raw, text, report } = filtered();
      if (report === undefined) assert.equal(text, raw);
      else assert.ok(Buffer.byteLength(text) < Buffer.byteLength(raw));
    });

    it('is the same when it is filtered again', () => {
      const { command, text } = filtered();
      assert.equal(filterText(set, command, text, exitCode).text, text);
    });

    it('is the same however it is cut', () => {
      const { command, raw, text } = filtered();
      const given = { command, text: raw, exitCode };
      const sizes = raw.length < shortUnits ? [7, 1000] : [1000];
      for (const size of sizes) assert.equal(filterInPieces(set, given, size), text);
    });

    it('003-strategy-1: is filtered to what was accepted', () => {
      assertGolden(fixture.goldenFile, filtered().text);
    });
  });
}
