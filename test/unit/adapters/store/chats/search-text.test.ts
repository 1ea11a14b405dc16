import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  excerptAround,
  foldText,
  queryWords,
} from '../../../../../src/adapters/store/chats/search-text';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

describe('chat search', () => {
  const found = (text: string, query: string) =>
    queryWords(query).every((word) => foldText(text).includes(word));

  for (const [text, query] of [
    ['Fix the Parser', 'fix PARSER'],
    ['ÄRGER mit Öl', 'ärger öl'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ ΑΘΗΝΩΝ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ПРИВЕТ', 'привет'],
    ['İstanbul', 'istanbul'],
    ['cafe\u0301', 'CAFÉ'],
    ['a\0b', 'b'],
    ['100% of a_b', '100% a_b'],
  ] as const) {
    it(`finds ${JSON.stringify(query)} in ${JSON.stringify(text)}`, () => {
      assert.ok(found(text, query));
    });
  }

  it('treats SQL wildcards as plain characters', () => {
    assert.equal(found('100 percent', '100%'), false);
    assert.equal(found('axb', 'a_b'), false);
  });

  it('requires every word, in any order', () => {
    assert.ok(found('red green blue', 'blue red'));
    assert.equal(found('red green', 'red blue'), false);
  });

  it('ignores blanks, uses each word once, and limits the query', () => {
    assert.deepEqual(queryWords(undefined), []);
    assert.deepEqual(queryWords(' \t\n '), []);
    assert.deepEqual(queryWords('a A b'), ['a', 'b']);
    assert.equal(queryWords('x'.repeat(1_000_000))[0]?.length, 500);
    assert.equal(queryWords(Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')).length, 16);
  });

  it('finds a text by each of its own words, in any script', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const word of queryWords(text.slice(0, 100))) {
          assert.ok(foldText(text.slice(0, 100)).includes(word));
        }
        assert.equal(foldText(foldText(text)), foldText(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('chat excerpt', () => {
  it('shows the text around the word, on one line, as it was written', () => {
    const text = `${'first lines\n'.repeat(30)}Look at the PARSER\r\n\tof the shell.${' more'.repeat(60)}`;
    const excerpt = excerptAround(text, 'parser');
    assert.match(excerpt, /^….*Look at the PARSER of the shell\. more.*…$/);
    assert.ok(excerpt.length <= 122, excerpt);
  });

  it('shows a short text whole', () => {
    assert.equal(excerptAround('  Fix\nthe parser ', 'parser'), 'Fix the parser');
  });

  it('shows the end of a text when the word is there', () => {
    assert.match(excerptAround(`${'a '.repeat(200)}needle`, 'needle'), /^….*needle$/);
    for (const word of ['and', 'along', 'haystacks']) {
      const text = `${`${word} `.repeat(200)}the needle.`;
      assert.match(excerptAround(text, 'needle'), /^….*needle\.$/, word);
    }
  });

  it('finds a word after characters that fold to more or fewer', () => {
    const text = `${'ß'.repeat(300)} Straße ${'x'.repeat(300)}`;
    assert.ok(excerptAround(text, 'strasse').includes('Straße'));
  });

  it('begins at a word that is longer than an excerpt', () => {
    assert.ok(excerptAround('y'.repeat(1000), 'yyy').startsWith('yyy'));
  });

  it('is one short line without bidirectional marks, whatever the text', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        const word = queryWords(text)[0] ?? 'x';
        const excerpt = excerptAround(`${more}\u202e${text}`, word);
        assert.doesNotMatch(excerpt, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        assert.ok(Array.from(excerpt).length <= 122);
      }),
      { numRuns: 300 },
    );
  });
});
