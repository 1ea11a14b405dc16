import assert from 'node:assert/strict';
import { fail, succeed, failure } from '../../../../src/core/contracts/failure';
import { createFakeSettings } from '../../fakes/settings';

describe('changing a setting', () => {
  it('makes the next value of the one in force', async () => {
    const settings = createFakeSettings({ allowedTools: ['read'] });
    await settings.change('allowedTools', (names) => succeed([...names, 'bash']));
    assert.deepEqual(settings.raw('allowedTools'), ['read', 'bash']);
  });

  it('loses none of two changes made at once', async () => {
    const settings = createFakeSettings({ allowedTools: [] });
    await Promise.all(
      ['read', 'bash'].map((name) =>
        settings.change('allowedTools', (names) => succeed([...names, name])),
      ),
    );
    assert.deepEqual(settings.raw('allowedTools'), ['read', 'bash']);
  });

  it('writes nothing over a value that cannot be read', async () => {
    const settings = createFakeSettings({ allowedTools: 'read' });
    const done = await settings.change('allowedTools', () => succeed(['bash']));
    assert.match(done.ok ? '' : done.failure.message, /gatehouse\.allowedTools cannot be read/);
    assert.equal(settings.raw('allowedTools'), 'read');
  });

  it('writes nothing that would be refused when it is read', async () => {
    const rule = { pattern: 'ls', action: 'ask' } as const;
    const settings = createFakeSettings({ permissions: { bash: [rule] } });
    const tooMany = { bash: Array.from({ length: 257 }, () => rule) };
    const done = await settings.change('permissions', () => succeed(tooMany));
    assert.match(done.ok ? '' : done.failure.message, /gatehouse\.permissions cannot store this/);
    assert.deepEqual(settings.raw('permissions'), { bash: [rule] });
  });

  it('writes nothing when the same value comes back, or a failure', async () => {
    const settings = createFakeSettings({ allowedTools: ['read'] });
    const refused = fail(failure('validation', 'No.'));
    assert.deepEqual(await settings.change('allowedTools', () => refused), refused);
    assert.equal((await settings.change('allowedTools', (names) => succeed(names))).ok, true);
    assert.equal(settings.state.writes, 0);
  });

  it('answers a failure when VS Code cannot write, and still makes the next change', async () => {
    const settings = createFakeSettings({ allowedTools: ['read'] });
    settings.state.failing = true;
    const done = await settings.change('allowedTools', () => succeed([]));
    assert.match(done.ok ? '' : done.failure.message, /disk full/);
    settings.state.failing = false;
    assert.equal((await settings.change('allowedTools', () => succeed([]))).ok, true);
  });

  it('removes the key for `undefined`', async () => {
    const settings = createFakeSettings({ permissions: { bash: [] } });
    await settings.change('permissions', () => succeed(undefined));
    assert.equal(settings.raw('permissions'), undefined);
  });
});
