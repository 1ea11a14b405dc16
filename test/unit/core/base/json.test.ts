import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  jsonCopy,
  parseJson,
  readCount,
  readList,
  readObject,
  readString,
  readValue,
} from '../../../../src/core/base/json';

describe('reading unknown JSON', () => {
  it('returns undefined, not null, for text that is not JSON', () => {
    assert.equal(parseJson('{'), undefined);
    assert.deepEqual(parseJson('null'), { value: null });
  });

  it('reads only what has the right type', () => {
    const from = { text: 'a', count: 3, list: [1], object: { a: 1 } };
    assert.equal(readString(from, 'text'), 'a');
    assert.equal(readString(from, 'count'), undefined);
    assert.equal(readCount(from, 'count'), 3);
    assert.equal(readCount({ count: -1 }, 'count'), undefined);
    assert.equal(readCount({ count: 1.5 }, 'count'), undefined);
    assert.deepEqual(readList(from, 'list'), [1]);
    assert.deepEqual(readList(from, 'object'), []);
    assert.deepEqual(readObject(from, 'object'), { a: 1 });
    assert.equal(readObject(from, 'list'), undefined);
  });

  it('never reads what an object inherits', () => {
    assert.equal(readValue({}, 'constructor'), undefined);
    assert.equal(readValue(parseJson('{"a":1}')?.value, '__proto__'), undefined);
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
