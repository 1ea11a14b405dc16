import assert from 'node:assert/strict';
import { failure, formatToolError } from '../../../../../src/core/contracts/failure';
import { withoutToolError } from '../../../../../src/host/panel/transcript/card-ending';

const late = failure('timeout', 'The tool took longer than 5 seconds.');
const block = formatToolError(late);

describe('the text of a failed call', () => {
  it('is empty when the model read only the error', () => {
    assert.deepEqual(withoutToolError(block, late), { text: '', toolError: block });
  });

  it('keeps the output after the error', () => {
    assert.deepEqual(withoutToolError(`${block}\npartial`, late), {
      text: 'partial',
      toolError: block,
    });
  });

  it('is whole when it does not begin with exactly this error', () => {
    for (const text of [`${block}x`, `x\n${block}`, 'plain']) {
      assert.deepEqual(withoutToolError(text, late), { text });
    }
    assert.deepEqual(withoutToolError(block, undefined), { text: block });
  });
});
