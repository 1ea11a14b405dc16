import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonCopy, parseJson } from '../../../../src/core/contracts/json';

describe('parseJson', () => {
  it('returns undefined, not null, for text that is not JSON', () => {
    assert.equal(parseJson('{'), undefined);
    assert.equal(parseJson('null'), null);
  });

  const deep: readonly (readonly [what: string, text: string, isRead: boolean])[] = [
    ['lists, 128 deep', '['.repeat(128) + ']'.repeat(128), true],
    ['lists, 129 deep', '['.repeat(129) + ']'.repeat(129), false],
    ['lists that fill 1 MB', '['.repeat(500_000) + ']'.repeat(500_000), false],
    ['objects', '{"a":'.repeat(200) + '1' + '}'.repeat(200), false],
    ['both in turn', '[{"a":'.repeat(100) + '1' + '}]'.repeat(100), false],
    ['a name that ends with a quote', `{"\\"":${'['.repeat(129)}${']'.repeat(129)}}`, false],
    ['a text of backslashes before it', `["\\\\",${'['.repeat(128)}${']'.repeat(128)}]`, false],
    ['blanks in it', '[ \n'.repeat(129) + ' ]'.repeat(129), false],
    ['brackets in a string', JSON.stringify('['.repeat(1000)), true],
    ['brackets behind quotes in a string', JSON.stringify('"[{\\"['.repeat(1000)), true],
    ['a long list of lists', `[${'[],'.repeat(5000)}[]]`, true],
    ['a long list of objects', `[${'{"a":{"b":[]}},'.repeat(5000)}{}]`, true],
  ];
  for (const [what, text, isRead] of deep) {
    it(`${isRead ? 'reads' : 'refuses'} ${what}`, () => {
      assert.deepEqual(parseJson(text), isRead ? JSON.parse(text) : undefined);
    });
  }

  it('reads what JSON.parse reads', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string({ unit: fc.constantFrom(...Array.from('[]{}":,\\a1 ')) }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expected = undefined;
        }
        assert.deepEqual(parseJson(text), expected);
      }),
    );
  });
});

describe('jsonCopy', () => {
  it('is what the JSON text of any value would be read as', () => {
    const withOwnForm = fc.oneof(fc.date(), fc.constant(new Map([[1, 2]])), fc.uint8Array());
    const values = fc.anything({ withBoxedValues: true, withSparseArray: true });
    fc.assert(
      fc.property(
        fc.oneof(values, fc.array(withOwnForm), fc.dictionary(fc.string(), values)),
        (value) => {
          assert.deepEqual(jsonCopy(value), parseJson(JSON.stringify(value)));
        },
      ),
    );
  });

  it('copies JSON unchanged and shares nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(JSON.stringify(jsonCopy(value)), JSON.stringify(value));
      }),
    );
    const source = { list: [1] };
    assert.notEqual(jsonCopy(source).list, source.list);
  });

  it('drops what JSON cannot hold', () => {
    const source = { a: 1, b: undefined, c: () => 1, d: 2n, e: Symbol('e') };
    assert.deepEqual(jsonCopy<unknown>(source), { a: 1 });
    assert.equal(jsonCopy<unknown>(undefined), undefined);
  });
});
