import assert from 'node:assert/strict';
import { readObject } from '../../../../src/core/wire/codec/json-fields';
import { endInterrupted } from '../../../../src/core/agent/restore-conversation';
import { readShown } from '../../../../src/core/agent/persistence/transcript-recorder';

function interrupted(status: string, gatehouse: Readonly<Record<string, string>> = {}) {
  const value = {
    ...{ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'npm test', status },
    _meta: { gatehouse },
  };
  const shown = readShown({ part: 'transcript', key: 'call:c', value });
  return shown && endInterrupted(shown)?.update;
}

const textIn = (update: ReturnType<typeof interrupted>) =>
  update?.content?.map((each) =>
    each.type === 'content' && each.content.type === 'text' ? each.content.text : each.type,
  );

describe('a call that a crash cut short', () => {
  it('shows what its command had printed until then', () => {
    const update = interrupted('in_progress', { tool: 'core__bash', tail: 'tick 1\ntick 2\n' });
    assert.deepEqual(textIn(update), ['tick 1\ntick 2\n']);
    const meta = readObject(update?._meta, 'gatehouse');
    assert.match(JSON.stringify(meta?.['failure']), /its result is unknown/);
    assert.equal(meta?.['tail'], undefined);
    assert.deepEqual([meta?.['cancelled'], meta?.['interrupted']], [true, true]);
  });

  it('says why it ended where it had printed nothing, and that it waited to be allowed', () => {
    assert.match(textIn(interrupted('in_progress'))?.[0] ?? '', /while this call ran/);
    assert.match(textIn(interrupted('pending'))?.[0] ?? '', /waited for approval/);
    assert.equal(interrupted('completed'), undefined);
  });
});
