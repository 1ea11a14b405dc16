import assert from 'node:assert/strict';
import {
  readCount,
  readList,
  readObject,
  readString,
  readValue,
} from '../../../../../src/core/wire/codec/json-fields';

describe('reading the fields of a message', () => {
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
    assert.equal(readValue(JSON.parse('{"a":1}'), '__proto__'), undefined);
  });
});
