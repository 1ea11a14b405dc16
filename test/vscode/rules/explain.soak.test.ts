import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { freshFolder, parts, put } from '../world';
import { auditLines, call, freshSession, type CallMore } from './calls';
import { explained, stepAt } from './explained';
import { withUser } from './settings';
import { started } from './watching';
import { withWorkspaceFile } from './workspace-file';

const refuse: CallMore = { answer: () => ({ answer: 'deny' }) };

describe('rules: Explain', () => {
  it('003-permissions-11: shows every stage and gate in the order of a real call', async () => {
    const { steps, tool, policyVersion } = await explained('list_directory', { path: '.' });
    const { policy } = await parts();
    assert.deepEqual([tool, policyVersion], ['core__list_directory', policy.current().version]);
    const slots = steps.map(({ slot }) => slot);
    assert.deepEqual(
      slots.filter((slot, index) => slots.indexOf(slot) === index),
      [
        'context',
        'intake',
        'resolve',
        'admit',
        'authorize',
        'connect',
        'validate',
        'blocklist',
        'path-sandbox',
        'permission-rules',
        'policy-rules',
        'sequence-policies',
        'trust',
      ],
    );
    for (const { reason } of steps) assert.notEqual(reason, '');
  });

  it('003-permissions-11: continues after the first deny, which would end a real call', async () => {
    const permissions = { write: [{ pattern: '*', action: 'deny' as const }] };
    const file = await put(await freshFolder('behind'), 'a.txt', 'one\n');
    await withUser({ permissions }, async () => {
      const told = await explained('write', { path: file, content: 'x' });
      assert.equal(told.verdict, 'deny');
      assert.equal(stepAt(told, 'permission-rules')?.verdict, 'deny');
      const denied = told.steps.filter(({ verdict }) => verdict === 'deny');
      assert.deepEqual(
        denied.map(({ slot }) => slot),
        ['permission-rules', 'sequence-policies'],
      );
      assert.match(denied[1]?.reason.message ?? '', /must be read before/);
      assert.equal(stepAt(told, 'trust')?.verdict, 'allow');
    });
  });

  it('003-permissions-11: runs nothing, asks nothing, counts no call and logs nothing', async () => {
    const { pipeline, approvals } = await parts();
    const session = freshSession();
    const file = path.join(await freshFolder('explain'), 'a.txt');
    await call('list_directory', { path: '.' }, { session });
    const before = { calls: await auditLines(session), state: pipeline.snapshot(session) };
    await withUser({ 'tools.maxCallsPerSession': 2 }, async () => {
      const commands = await started(async () => {
        for (let index = 0; index < 5; index += 1) {
          await explained('write', { path: file, content: 'x' }, { session, origin: 'user' });
          await explained('bash', { command: 'echo one' }, { session, origin: 'user' });
        }
      });
      assert.deepEqual(commands, []);
      assert.equal(existsSync(file), false);
      assert.deepEqual(approvals.pending.list(), []);
      assert.deepEqual(await auditLines(session), before.calls);
      assert.deepEqual(pipeline.snapshot(session), before.state);
      const look = await call('list_directory', { path: '.' }, { session });
      assert.equal(look.code, undefined, 'one of the two calls was left');
    });
  });

  it('003-permissions-11: predicts the verdict on a real call', async () => {
    const folder = await freshFolder('agree');
    const file = await put(folder, 'a.txt', 'one\n');
    const session = freshSession();
    const user = {
      permissions: {
        write: [{ pattern: `**/${path.basename(folder)}/*`, action: 'allow' as const }],
      },
      'policy.rules': [{ effect: 'deny' as const, tool: 'grep', args_match: 'secret' }],
    };
    const calls = [
      ['read', { path: file }, 'allow'],
      ['write', { path: file, content: 'two\n' }, 'allow'],
      ['write', { path: `${folder}/../b.txt`, content: 'x' }, 'ask'],
      ['edit', { path: file, old_string: 'two', new_string: '3' }, 'ask'],
      ['grep', { pattern: 'secret', path: folder }, 'deny'],
      ['grep', { pattern: 'open', path: folder }, 'allow'],
      ['read', { path: '/etc/passwd' }, 'deny'],
      ['read', { wrong: true }, 'deny'],
      ['no_such_tool', {}, 'deny'],
    ] as const;
    await withUser(user, async () => {
      for (const [tool, args, expected] of calls) {
        const { verdict } = await explained(tool, args, { session });
        const { asked, code } = await call(tool, args, { ...refuse, session });
        const met = asked.length > 0 ? 'ask' : code === undefined ? 'allow' : 'deny';
        assert.deepEqual([verdict, met], [expected, expected], `${tool} ${JSON.stringify(args)}`);
      }
    });
  });

  it('003-permissions-11: shows the rule that decides and its source: default, user or workspace', async () => {
    const { settings } = await parts();
    const rule = async () => {
      const told = await explained('grep', { pattern: 'one', path: '.' });
      const found = stepAt(told, 'permission-rules')?.rule;
      return [found?.source, found?.place];
    };
    assert.deepEqual(await rule(), ['default', 'defaultPermissions.grep[0]']);
    await withUser({ permissions: { grep: [{ pattern: '*', action: 'allow' }] } }, async () => {
      assert.deepEqual(await rule(), ['user', 'permissions.grep[0]']);
      const isRead = () => settings.workspaceRules().length > 0;
      const values = { 'gatehouse.workspace.ask': { grep: ['*'] } };
      await withWorkspaceFile(values, isRead, async () => {
        assert.deepEqual(await rule(), ['workspace', 'workspace.ask.grep[0]']);
      });
    });
  });

  it('000-rules-2: shows the trace of a policy rule that the audit log and the card show', async () => {
    const rules = [{ effect: 'deny' as const, tool: 'grep', args_match: 'needle' }];
    await withUser({ 'policy.rules': rules }, async () => {
      const told = await explained('grep', { pattern: 'needle' });
      const step = told.steps.find(({ match }) => match !== undefined);
      const { entry, outcome } = await call('grep', { pattern: 'needle' });
      assert.ok(step?.match !== undefined);
      assert.ok(entry.policy_match?.endsWith(step.match));
      assert.ok(outcome.decision.trace.some(({ match }) => match === step.match));
    });
  });
});
