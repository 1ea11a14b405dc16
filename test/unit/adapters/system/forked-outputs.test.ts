import assert from 'node:assert/strict';
import { ForkedOutputs } from '../../../../src/adapters/system/forked-outputs';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { OverflowStore } from '../../../../src/core/ports/conversations';

/** A store in which each chat has one output, with the id of the chat. */
const store: OverflowStore = {
  put: ({ conversationId }) => Promise.resolve(succeed(conversationId)),
  read: ({ conversationId, id }) =>
    Promise.resolve(
      id === conversationId
        ? succeed({ text: id, totalChars: id.length })
        : fail(failure('unavailable', 'No stored output has this id.')),
    ),
};

describe('stored outputs of a forked chat', () => {
  it('003-overflow-2: are its own and those of the chats before the fork, and no others', async () => {
    const outputs = new ForkedOutputs(store);
    outputs.open('fork', ['parent', 'grandparent']);
    const may = async (conversationId: string, id: string) =>
      (await outputs.read({ conversationId, id, offset: 0, limit: 9 })).ok;
    assert.deepEqual(
      await Promise.all(['fork', 'parent', 'grandparent', 'other'].map((id) => may('fork', id))),
      [true, true, true, false],
    );
    assert.equal(await may('parent', 'fork'), false);
    assert.deepEqual(await outputs.put({ conversationId: 'fork', text: '' }), succeed('fork'));
  });
});
