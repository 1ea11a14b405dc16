import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonCopy, parseJson } from '../../../../src/core/contracts/json';

describe('parseJson', () => {
  it('returns undefined, not null, for text that is not JSON', () => {
    assert.equal(parseJson('{'), undefined);
    assert.equal(parseJson('null'), null);
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
