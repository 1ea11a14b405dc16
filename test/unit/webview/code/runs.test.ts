import assert from 'node:assert/strict';
import fc from 'fast-check';
import { languages } from 'sugar-high/lang';
import { codePieces, runsByLine, type Highlighter } from '../../../../webview/code/runs';
import '../../../../webview/code/highlighter';

function isHighlighter(value: unknown): value is Highlighter {
  return typeof value === 'function';
}

const highlight: Highlighter = (text, language) => {
  const found: unknown = Reflect.get(globalThis, 'gatehouseHighlighter');
  assert.ok(isHighlighter(found));
  return found(text, language);
};

describe('codePieces', () => {
  it('loses nothing, and no piece is longer than its limit', () => {
    const lines = fc.constantFrom('a', '\n', '\n\n', 'x'.repeat(900), '🎉'.repeat(1500));
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const pieces = codePieces(text);
        assert.equal(pieces.join(''), text);
        assert.ok(pieces.every((piece) => piece.length <= 4000 && piece !== ''));
        assert.ok(pieces.every((piece) => !/\p{Cs}/u.test(piece)));
      }),
    );
  });

  it('ends a piece at a blank line where it can', () => {
    const block = `${'line\n'.repeat(100)}\n`;
    assert.deepEqual(
      codePieces(block.repeat(20)).map((piece) => piece.endsWith('\n\n')),
      Array.from({ length: 3 }, () => true),
    );
  });
});

describe('the highlighter', () => {
  it('keeps the text of any code in any language', () => {
    const parts = fc.constantFrom(
      ...['"', "'", '`', '${', '}', '/*', '*/', '//', '#', '<a b="', '</a>', '\\', '\n', ' '],
      ...['let a = 1;', 'def f():', 'é😀', '--', '```', '=', '(', ')', '\r\n', '1.5e3'],
    );
    for (const { id } of languages) {
      fc.assert(
        fc.property(fc.array(parts, { maxLength: 20 }), (all) => {
          const text = all.join('');
          const runs = highlight(text, id) ?? [];
          assert.equal(runs.map((run) => run.text).join(''), text, id);
        }),
        { numRuns: 50 },
      );
    }
  });

  it('knows languages by their short names, and says which ones it does not know', () => {
    const kinds = (text: string, language: string) =>
      highlight(text, language)?.map(({ kind, text: part }) => `${kind} ${part.trim()}`);
    assert.ok(kinds('const a = 1', 'ts')?.includes('keyword const'));
    assert.ok(kinds('const a = 1', 'ts')?.includes('number 1'));
    assert.ok(kinds('echo "a" # b', 'bash')?.includes('comment # b'));
    assert.equal(highlight('a', 'no-such-language'), undefined);
  });
});

describe('runsByLine', () => {
  it('cuts a run where the line ends', () => {
    const lines = runsByLine([
      { kind: 'keyword', text: 'let' },
      { kind: 'comment', text: '/* a\nb */' },
      { kind: 'plain', text: '\n' },
    ]);
    assert.deepEqual(
      lines.map((line) => line.map(({ text }) => text)),
      [['let', '/* a'], ['b */'], []],
    );
  });
});
