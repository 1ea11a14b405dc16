import assert from 'node:assert/strict';
import { HostPermissionLevels } from '../../../../src/host/policy/permission-levels';

describe('decision 58: the permission levels of chats', () => {
  it('report what the user set, and in place of what; not what a chat opens with', async () => {
    const levels = new HostPermissionLevels(() => 'rules');
    const reported: unknown[] = [];
    levels.onDidSet((changed) => void reported.push(changed));
    levels.open('s1', 'edits', () => Promise.resolve());
    await levels.set('s1', 'edits');
    await levels.set('s1', 'ask');
    await levels.set('not open', 'ask');
    levels.forget('s1');
    assert.deepEqual(reported, [{ sessionId: 's1', before: 'edits', level: 'ask' }]);
  });
});
