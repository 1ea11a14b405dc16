import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createHeadTail } from '../../../../../src/core/base/head-tail';
import { redactText } from '../../../../../src/core/base/redact/redact';
import { splitUnread } from '../../../../../src/core/base/redact/unread-text';
import { cutEnd, cutStart } from '../../../../../src/core/base/text-lines';
import { linesExcerpt } from '../../../../../src/core/tools/files/lines-excerpt';
import { lastLines } from '../../../../../src/core/tools/shell/background-command';
import { attackForms, attackSecrets } from '../secrets/attack-rows';
import { lateForms, lateSecrets } from '../secrets/late-rows';
import { partsOf } from '../secrets/table-rows';

/** Also of several lines: a cut may be between a name and its value. */
const rows = [...lateForms, ...lateSecrets, ...attackForms, ...attackSecrets].map(partsOf);

/** Six characters of a credential that stand nowhere else in its text. */
function isShown(shown: string, { secrets, around }: ReturnType<typeof partsOf>): boolean {
  const bare = redactText(shown).text;
  return secrets.some((secret) =>
    Array.from({ length: Math.max(1, secret.length - 5) }, (_, at) =>
      secret.slice(at, at + 6),
    ).some((part) => bare.includes(part) && !around.some((other) => other.includes(part))),
  );
}

const filler = 'a line of a build without any value\n';

/** Cuts a text with a credential near a place, and returns what is shown of it. */
const cuts: Readonly<Record<string, (text: string, at: number) => string>> = {
  'the first characters of a text': (text, at) => cutEnd(text, at),
  'the last characters of a text': (text, at) => cutStart(text, text.length - at),
  'the begin and the end of a text': (text, at) =>
    `${cutEnd(text, at)}\n…\n${cutStart(text, text.length - at - 3)}`,
};

describe('a cut through a credential', () => {
  for (const [name, cut] of Object.entries(cuts)) {
    it(`shows no half of it: ${name}`, () => {
      const missed: string[] = [];
      for (const parts of rows) {
        // What the rules do not find whole is no matter of the cut.
        if (isShown(parts.text, parts)) continue;
        const text = `${filler}${parts.text}\n${filler}`;
        for (let at = filler.length; at < text.length - filler.length; at += 3) {
          if (isShown(cut(text, at), parts)) missed.push(`${String(at)}: ${cut(text, at)}`);
        }
      }
      assert.deepEqual(missed, []);
    });
  }

  it('shows no half of it: an output of which the middle is left out', () => {
    const limit = 64 * 1024;
    const place = fc.integer({ min: -120, max: 120 });
    fc.assert(
      fc.property(fc.constantFrom(...rows), place, fc.boolean(), (parts, shift, isEnd) => {
        fc.pre(!isShown(parts.text, parts));
        const before = filler.repeat(3000).slice(0, limit / 2 + shift);
        const after = filler.repeat(3000).slice(isEnd ? limit / 2 + shift : 0);
        const begin = isEnd ? filler.repeat(2000) : before;
        const output = createHeadTail(limit);
        output.append(
          `${begin}\n${parts.text}\n${isEnd ? after.slice(-limit / 2 + shift) : after}`,
        );
        const { text, cutBytes } = output.read();
        assert.ok(cutBytes > 0);
        assert.equal(isShown(text, parts), false, parts.text);
      }),
      { numRuns: 300 },
    );
  });

  it('shows no value without its name: lines from a number on', () => {
    const missed: string[] = [];
    for (const parts of rows.filter(({ text }) => text.includes('\n'))) {
      if (isShown(parts.text, parts)) continue;
      const lines = `${filler}${parts.text}\n${filler}`.split('\n');
      for (let first = 1; first <= lines.length; first += 1) {
        const read = linesExcerpt(lines, { first, limit: 100 });
        const last = lastLines(lines.join('\n'), lines.length - first + 1).text;
        const shown = [read.ok ? read.value.content.replaceAll(/^ *\d+\t/gm, '') : '', last];
        missed.push(...shown.filter((text) => isShown(text, parts)));
      }
    }
    assert.deepEqual(missed, []);
  });

  it('shows no half of it: an output that is read in between', () => {
    const missed: string[] = [];
    for (const parts of rows) {
      if (isShown(parts.text, parts)) continue;
      for (let at = 1; at < parts.text.length; at += 4) {
        const { now, later } = splitUnread(filler + parts.text.slice(0, at));
        const rest = later + parts.text.slice(at);
        if (isShown(rest, parts)) missed.push(`${now} | ${rest}`);
      }
    }
    assert.deepEqual(missed, []);
  });
});
