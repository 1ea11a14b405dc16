import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { bindTool } from '../../../../../src/core/contracts/tools/bind-tool';
import edit from '../../../../../src/core/tools/edit';
import { findSpans, replaceSpans } from '../../../../../src/core/tools/files/replace-text';
import { createFakeFiles } from '../../../fakes/files';
import { capabilitiesWith, runTool } from '../run-tool';

const plain = (text: string) => text.replaceAll('\r\n', '\n');
/** Texts of every kind of line ending, of blanks and of what regular expressions mean something by. */
const hostile = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '$&',
    '\\',
    '(',
    '\u2028',
    '\u{1f600}',
  ),
  maxLength: 20,
});

describe('findPlaces', () => {
  it('finds what a reader sees, anywhere and with any line endings', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, sought) => {
        fc.pre(sought !== '');
        const places = findSpans(text, sought);
        for (const { start, end } of places) {
          assert.equal(plain(text.slice(start, end)), plain(sought));
        }
        const count = plain(text).split(plain(sought)).length - 1;
        assert.equal(places.length, count);
      }),
    );
  });
});

describe('replacePlaces', () => {
  it('leaves everything else as it is, byte for byte', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (text, sought, fresh) => {
        fc.pre(sought !== '');
        const places = findSpans(text, sought);
        const result = replaceSpans(text, places, fresh);
        let from = 0;
        let at = 0;
        for (const { start, end } of places) {
          const kept = text.slice(from, start);
          assert.equal(result.slice(at, at + kept.length), kept);
          at += kept.length;
          from = end;
          const put = [fresh, plain(fresh), plain(fresh).replaceAll('\n', '\r\n')].find((some) =>
            result.startsWith(some, at),
          );
          assert.ok(put !== undefined);
          at += put.length;
        }
        assert.equal(result.slice(at), text.slice(from));
      }),
    );
  });
});

describe('edit of any text', () => {
  it('with a unique old_string changes exactly that, and keeps mark and endings', async () => {
    const mark = fc.constantFrom('', '\uFEFF');
    const ending = fc.constantFrom('\n', '\r\n');
    const part = fc.string({
      unit: fc.constantFrom('a', '\n', '$1', '\\n', '\u00e9'),
      maxLength: 12,
    });
    const files = createFakeFiles();
    const tool = bindTool(edit, capabilitiesWith({ files }));
    await fc.assert(
      fc.asyncProperty(
        fc.record({ mark, ending, head: part, tail: part, fresh: part }),
        async ({ mark: bom, ending: eol, head, tail, fresh }) => {
          const asFile = (text: string) => bom + text.replaceAll('\n', eol);
          const whole = `x\n${head}#OLD\nTEXT#${tail}`;
          files.put('f', asFile(whole));
          const args = { path: 'f', old_string: '#OLD\nTEXT#', new_string: fresh };
          const run = await runTool(tool, args);
          assert.ok(run.ok);
          const expected = asFile(`x\n${head}${fresh}${tail}`);
          assert.equal(files.contents.get('/ws/f'), expected);
        },
      ),
    );
  });
});
