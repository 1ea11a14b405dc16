import assert from 'node:assert/strict';
import { setToolAllowed } from '../../../../src/host/policy/allowed-tools';
import { createFakeSettings } from '../../fakes/settings';

describe('setToolAllowed', () => {
  const cases: readonly (readonly [string, string, boolean, readonly string[]])[] = [
    ['puts a tool at the end, by its short name', 'core__edit', true, ['shell', 'read', 'edit']],
    ['takes a tool off by any of its names', 'core__bash', false, ['read']],
    ['leaves a tool that is listed', 'bash', true, ['shell', 'read']],
    ['leaves a list without the tool', 'edit', false, ['shell', 'read']],
    ['spells the tool of a server in full', 'mcp__a__b', true, ['shell', 'read', 'mcp__a__b']],
  ];
  for (const [what, tool, isAllowed, names] of cases) {
    it(what, async () => {
      const settings = createFakeSettings({ allowedTools: ['shell', 'read'] });
      assert.equal((await setToolAllowed(settings, tool, isAllowed)).ok, true);
      assert.deepEqual(settings.get('allowedTools'), names);
    });
  }

  it('writes nothing over a list that cannot be read', async () => {
    const settings = createFakeSettings({ allowedTools: 'bash' });
    assert.equal((await setToolAllowed(settings, 'edit', true)).ok, false);
    assert.equal(settings.raw('allowedTools'), 'bash');
  });
});
