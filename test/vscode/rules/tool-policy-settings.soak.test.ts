import * as assert from 'node:assert/strict';
import type { SettingValue } from '../../../src/core/contracts/settings/settings';
import { freshFolder, parts, put, textOf } from '../world';
import { call, freshSession, pipelineWith, type Made } from './calls';
import { probeTool } from './probe-tool';
import { underUser, withAnything, withUser } from './settings';
import { boundTools } from '../../unit/fakes/tool-source';

type Declared = SettingValue<'toolPolicies.profile'>;

function inOrder(dependencies: Record<string, string[]>): Declared {
  return [{ policy: 'sequential_dependency', dependencies }];
}

function denialOf({ outcome }: Made): string | undefined {
  return outcome.failure?.message;
}

const turnedOff = { filesystem: [] };

describe('rules: tool policies as settings', () => {
  it('W2: policies of a group come before those of the profile', async () => {
    const user = {
      'toolPolicies.groups': { filesystem: inOrder({ list_directory: ['grep'] }) },
      'toolPolicies.profile': inOrder({ list_directory: ['find_path'] }),
    };
    await withUser(user, async () => {
      const session = freshSession();
      const look = () => call('list_directory', { path: '.' }, { session });
      assert.equal(denialOf(await look()), "Tool 'list_directory' requires: grep");
      await call('grep', { pattern: 'nothing-at-all' }, { session });
      assert.equal(denialOf(await look()), "Tool 'list_directory' requires: find_path");
    });
  });

  it('W3: a tool in no group still has the policies of the profile', async () => {
    const { pipelineParts } = await parts();
    const tool = boundTools(pipelineParts.sources).find(({ name }) => name === 'read_overflow');
    assert.ok(tool !== undefined && tool.group === undefined);
    const profile = inOrder({ read_overflow: ['bash'] });
    await withUser({ 'toolPolicies.profile': profile }, async () => {
      const made = await call('read_overflow', { id: '00000000-0000-4000-8000-000000000000' });
      assert.equal(denialOf(made), "Tool 'read_overflow' requires: bash");
      assert.equal(made.entry.policy_match?.endsWith('sequential_dependency'), true);
    });
  });

  describe('when edit requires grep, find_path and read, and find_path requires list_directory', () => {
    underUser({
      'toolPolicies.profile': inOrder({
        edit: ['grep', 'find_path', 'read'],
        find_path: ['list_directory'],
      }),
      'toolPolicies.groups': turnedOff,
    });

    it('W8: a tool waits for the tools it requires; the denial lists the missing ones, sorted', async () => {
      const folder = await freshFolder('w8');
      const file = await put(folder, 'a.txt', 'one\n');
      const session = freshSession();
      const change = { path: file, old_string: 'one', new_string: 'two' };
      const edit = () => call('edit', change, { session });
      const find = () => call('find_path', { pattern: '*.txt', path: folder }, { session });
      assert.equal(denialOf(await edit()), "Tool 'edit' requires: find_path, grep, read");
      assert.equal(denialOf(await find()), "Tool 'find_path' requires: list_directory");
      await call('list_directory', { path: folder }, { session });
      assert.equal((await find()).code, undefined);
      await call('read', { path: file }, { session });
      assert.equal(denialOf(await edit()), "Tool 'edit' requires: grep");
      await call('grep', { pattern: 'one', path: folder }, { session });
      assert.equal((await edit()).code, undefined);
      assert.equal(await textOf(file), 'two\n');
    });

    it('W9: a tool that failed or was denied does not count as run', async () => {
      const folder = await freshFolder('w9');
      const session = freshSession();
      const failed = await call('list_directory', { path: `${folder}/none` }, { session });
      const refused = await call('list_directory', { path: '/etc' }, { session });
      assert.deepEqual([failed.code, refused.code], ['execution', 'policy_denied']);
      const find = await call('find_path', { pattern: '*', path: folder }, { session });
      assert.equal(denialOf(find), "Tool 'find_path' requires: list_directory");
    });

    it('W10: a tool that no policy names passes', async () => {
      assert.equal((await call('grep', { pattern: 'nothing-at-all' })).code, undefined);
    });
  });

  it('W8: a circle is refused as a setting, and every call is denied meanwhile', async () => {
    const profile = inOrder({ grep: ['find_path'], find_path: ['grep'] });
    await withUser({ 'toolPolicies.profile': profile }, async () => {
      const { settings } = await parts();
      const [problem] = settings.problems();
      assert.equal(problem?.key, 'toolPolicies.profile');
      assert.match(problem.message, /none of them could ever run/);
      assert.equal((await call('list_directory', { path: '.' })).code, 'policy_denied');
    });
  });

  it('W15: given lists of reading and writing tools replace the defaults', async () => {
    const folder = await freshFolder('w15');
    const file = await put(folder, 'a.txt', 'one\n');
    const probe = probeTool('probe');
    const on = await pipelineWith({ probes: [probe.tool] });
    const filesystem: Declared = [
      { policy: 'read_before_write', read_tools: ['grep'], write_tools: ['edit'] },
    ];
    await withUser({ 'toolPolicies.groups': { filesystem } }, async () => {
      const session = freshSession();
      const more = { on, session };
      const written = await call('write', { path: file, content: 'two\n' }, more);
      assert.equal(written.code, undefined, 'write is not on the list');
      await call('read', { path: file }, more);
      const edit = await call('edit', { path: file, old_string: 'two', new_string: '3' }, more);
      assert.match(denialOf(edit) ?? '', /must be read before overwriting/);
    });
    assert.equal(await textOf(file), 'two\n');
  });

  it('W16: policies of both kinds on one tool must both allow, each with its own reason to deny', async () => {
    const file = await put(await freshFolder('w16'), 'a.txt', 'one\n');
    await withUser({ 'toolPolicies.profile': inOrder({ write: ['grep'] }) }, async () => {
      const session = freshSession();
      const write = () => call('write', { path: file, content: 'two\n' }, { session });
      assert.match(denialOf(await write()) ?? '', /must be read before overwriting/);
      await call('read', { path: file }, { session });
      assert.equal(denialOf(await write()), "Tool 'write' requires: grep");
      await call('grep', { pattern: 'nothing-at-all' }, { session });
      assert.equal((await write()).code, undefined);
    });
  });

  it('W17: file tools have read-before-write by default; [] turns it off, and a list replaces it', async () => {
    const folder = await freshFolder('w17');
    const write = async (name: string) => {
      const file = await put(folder, name, 'one\n');
      return denialOf(await call('write', { path: file, content: 'two\n' }));
    };
    assert.match((await write('a.txt')) ?? '', /must be read before overwriting/);
    await withUser({ 'toolPolicies.groups': turnedOff }, async () => {
      assert.equal(await write('b.txt'), undefined);
    });
    const filesystem = inOrder({ write: ['grep'] });
    await withUser({ 'toolPolicies.groups': { filesystem } }, async () => {
      assert.equal(await write('c.txt'), "Tool 'write' requires: grep");
    });
    await withUser({ 'toolPolicies.groups': { shell: [] } }, async () => {
      const unnamed = await write('d.txt');
      assert.match(unnamed ?? '', /must be read/, 'a group that is not named keeps its default');
    });
  });

  it('W5: a policy that cannot be read denies every call and is reported as a problem', async () => {
    await withAnything({ 'toolPolicies.groups': { filesystem: 'none' } }, async () => {
      const made = await call('list_directory', { path: '.' });
      assert.equal(made.code, 'policy_denied');
      assert.match(made.entry.policy_match ?? '', /toolPolicies\.groups \(unreadable\)/);
      const { settings } = await parts();
      assert.deepEqual(
        settings.problems().map(({ key }) => key),
        ['toolPolicies.groups'],
      );
    });
  });
});
