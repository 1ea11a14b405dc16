import assert from 'node:assert/strict';
import { CallAssembler } from '../../../../../src/core/wire/codec/call-assembler';

describe('the call assembler', () => {
  it('stops taking calls once there are too many, so that its search stays short', () => {
    const assembler = new CallAssembler();
    for (let index = 0; index < 1_000; index += 1) {
      assembler.add({ index, id: `c${String(index)}`, function: { name: 'core__read' } });
    }
    assert.equal(assembler.calls().length, 129);
  });
});
