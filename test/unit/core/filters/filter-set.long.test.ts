import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isPreserved } from '../../../../src/core/filters/lines/line-policy';
import { omittedBy } from '../../../../src/core/filters/lines/elision';
import { mustKeep } from './must-keep';
import { filterInPieces } from './shipped-rules';
import { anyCommand, moving, setOf, strategyCases, vocabulary } from './strategy-cases';
import { times } from '../../../soak';

const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...vocabulary) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 80 }).map(onOneLine) },
);
const lines = fc.oneof(
  fc.array(line, { maxLength: 40 }),
  // The same again and again, as logs have it.
  fc
    .array(fc.tuple(line, fc.integer({ min: 1, max: 6 })), { maxLength: 15 })
    .map((runs) => runs.flatMap(([each, times]) => Array<string>(times).fill(each))),
);
const output = fc.tuple(lines, fc.boolean()).map(([all, isEnded]) => {
  const text = all.join('\n');
  return isEnded && all.length > 0 ? `${text}\n` : text;
});
const exitCode = fc.constantFrom(0, 1, 101);
const runs = { numRuns: times(400) };

/** A terminal leaves no control in a line. */
function onOneLine(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f]/g, '');
}

for (const [name, strategy] of strategyCases) {
  const set = setOf(strategy);
  const filtered = (text: string, exit: number): string =>
    filterInPieces(set, { command: anyCommand, text, exitCode: exit }, 4096);

  describe(`any output through ${name}`, () => {
    it('filtered twice is as filtered once', () => {
      fc.assert(
        fc.property(output, exitCode, (text, exit) => {
          const once = filtered(text, exit);
          assert.equal(filtered(once, exit), once);
        }),
        runs,
      );
    });

    it('000-filters-2: loses no preserved line', () => {
      fc.assert(
        fc.property(output, exitCode, (text, exit) => {
          const left = filtered(text, exit);
          for (const each of text.split('\n')) {
            if (isPreserved(each)) assert.ok(left.includes(each.trim()), each);
          }
        }),
        runs,
      );
    });

    it('keeps every line that must stay', () => {
      fc.assert(
        fc.property(output, exitCode, (text, exit) => {
          const left = filtered(text, exit);
          for (const each of mustKeep(text, exit)) assert.ok(left.includes(each), each);
        }),
        runs,
      );
    });

    it('is the same however it is cut', () => {
      const size = fc.integer({ min: 1, max: 30 });
      fc.assert(
        fc.property(output, exitCode, size, (text, exit, pieces) => {
          const given = { command: anyCommand, text, exitCode: exit };
          assert.equal(filterInPieces(set, given, pieces), filtered(text, exit));
        }),
        runs,
      );
    });

    it('is never longer', () => {
      fc.assert(
        fc.property(output, exitCode, (text, exit) => {
          assert.ok(Buffer.byteLength(filtered(text, exit)) <= Buffer.byteLength(text));
        }),
        runs,
      );
    });

    if (moving.has(name)) return;
    it('keeps its order', () => {
      fc.assert(
        fc.property(output, exitCode, (text, exit) => {
          assertInOrder(filtered(text, exit).split('\n'), text.split('\n'));
        }),
        runs,
      );
    });
  });
}

/** Each line comes from behind the one that the line before it came from; marks come from nowhere. */
function assertInOrder(left: readonly string[], all: readonly string[]): void {
  let at = 0;
  for (const each of left.filter((line) => line !== '' && omittedBy(line) === undefined)) {
    const plain = each.replace(/ \(x\d+\)$/, '');
    const found = all.findIndex((raw, index) => index >= at && (raw === each || raw === plain));
    assert.ok(found >= 0, `"${each}" is out of order`);
    at = found + 1;
  }
}
