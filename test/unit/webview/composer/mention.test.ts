import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SuggestionItem } from '../../../../src/core/contracts/panel/state';
import {
  isTypedOut,
  mentionAt,
  stillFitting,
  takeSuggestion,
} from '../../../../webview/composer/mention';

const file: SuggestionItem = {
  type: 'context',
  kind: 'file',
  label: 'cart.js',
  detail: 'src/Shop',
  path: '/w/src/Shop/cart.js',
};
const status: SuggestionItem = { type: 'command', name: '/status', detail: 'What stands' };

/** The bar marks the caret. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  return mentionAt(marked.replace('|', ''), caret);
}

function take(marked: string, item: SuggestionItem): string {
  const mention = at(marked);
  assert.ok(mention);
  const { text, caret } = takeSuggestion(marked.replace('|', ''), mention, item);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('mentionAt', () => {
  const asking: readonly (readonly [string, string])[] = [
    ['@|', '@'],
    ['see @ca|', '@ca'],
    ['see @ca|rt.js now', '@ca'],
    ['line\n@src/|', '@src/'],
    ['/|', '/'],
    ['/sta|', '/sta'],
  ];
  for (const [marked, query] of asking) {
    it(`asks for ${query} in ${JSON.stringify(marked)}`, () => {
      assert.equal(at(marked)?.query, query);
    });
  }

  for (const marked of [
    '|',
    '|@',
    'you@example.com|',
    'a /|',
    ' /|',
    '/tool x|',
    '@a b|',
    '\n/|',
  ]) {
    it(`asks for nothing in ${JSON.stringify(marked)}`, () => {
      assert.equal(at(marked), undefined);
    });
  }

  it('takes the whole word around the caret', () => {
    assert.deepEqual(at('see @ca|rt.js now'), { query: '@ca', start: 4, end: 12 });
  });

  it('ignores a word longer than the query limit', () => {
    assert.equal(at(`@${'x'.repeat(199)}|`)?.query.length, 200);
    assert.equal(at(`@${'x'.repeat(200)}|`), undefined);
    assert.equal(at(`${'@'.repeat(500_000)}|`), undefined);
  });

  it('returns a part of the draft that begins with its sign, in any draft', () => {
    const drafts = fc.string({ unit: fc.constantFrom('@', '/', 'a', ' ', '\n', '\u{1f600}') });
    fc.assert(
      fc.property(drafts, fc.nat(), (text, seed) => {
        const caret = seed % (text.length + 1);
        const mention = mentionAt(text, caret);
        if (mention === undefined) return;
        assert.equal(text.slice(mention.start, caret), mention.query);
        assert.match(mention.query, mention.start === 0 ? /^[@/]\S*$/ : /^@\S*$/);
        assert.match(text.slice(mention.start, mention.end), /^\S+$/);
      }),
    );
  });
});

describe('takeSuggestion', () => {
  it('removes the context word from the draft, with one of two blanks', () => {
    assert.equal(take('see @ca| now', file), 'see |now');
    assert.equal(take('@ca|', file), '|');
    assert.equal(take('see @c|art', file), 'see |');
    assert.equal(take('see @ca|\nnow', file), 'see |\nnow');
  });

  it('completes a command and keeps the text after it', () => {
    assert.equal(take('/st|', status), '/status |');
    assert.equal(take('/s|ta  more', status), '/status |more');
  });
});

describe('pending suggestions', () => {
  it('are those that still contain the typed words, ignoring case', () => {
    assert.deepEqual(stillFitting([file, status], '@CART'), [file]);
    assert.deepEqual(stillFitting([file, status], '@shop'), [file]);
    assert.deepEqual(stillFitting([file, status], '/stat'), [status]);
    assert.deepEqual(stillFitting([file, status], '@'), [file, status]);
  });

  it('recognize a fully typed command', () => {
    const mention = { query: '/status', start: 0, end: 7 };
    assert.equal(isTypedOut([file, status], mention), true);
    assert.equal(isTypedOut([status], { ...mention, query: '/sta' }), false);
    assert.equal(isTypedOut([{ ...file, label: '/status' }], mention), false);
  });
});
