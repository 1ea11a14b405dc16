import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import type { BoundGate } from '../../../src/core/contracts/policy/define-gate';
import { freshFolder, parts, put } from '../world';
import { call, freshSession, pipelineWith } from './calls';
import { explained, verdictOf } from './explained';
import { probeTool } from './probe-tool';
import { withAnything, withUser } from './settings';

const deny = (more: object) => ({ effect: 'deny' as const, tool: '*', ...more });
const allow = (more: object) => ({ effect: 'allow' as const, tool: '*', ...more });

function withCheck(gate: BoundGate, check: () => unknown): BoundGate {
  const copy = { ...gate };
  Reflect.set(copy, 'check', check);
  return copy;
}

describe('rules: policy and authorization', () => {
  it('000-rules-2: the first rule that matches decides, and the audit log has its trace', async () => {
    const rules = [
      allow({ tool: 'grep', args_match: '^needle$' }),
      deny({ tool: 'grep', args_match: 'need\\w+' }),
    ];
    await withUser({ 'policy.rules': rules }, async () => {
      const passed = await call('grep', { pattern: 'needle' });
      assert.equal(passed.code, undefined);
      assert.match(
        passed.entry.policy_match ?? '',
        /; policy\.rules\[0\] allow: tool=grep matched args_match$/,
      );
      const denied = await call('grep', { pattern: 'needless' });
      assert.equal(denied.code, 'policy_denied');
      assert.match(
        denied.entry.policy_match ?? '',
        /; policy\.rules\[1\] deny: tool=grep matched args_match$/,
      );
      assert.match(denied.outcome.text, /^error: Denied by a policy rule\.$/m);
      assert.equal(
        denied.outcome.text.includes('need\\w+'),
        false,
        'the model does not read the rule',
      );
      assert.equal((await call('grep', { pattern: 'hay' })).code, undefined);
    });
  });

  it('000-rules-3: an allow ends the search and lifts no verdict of another gate', async () => {
    const permissions = { bash: [{ pattern: 'echo no*', action: 'deny' as const }] };
    await withUser({ 'policy.rules': [allow({ tool: 'bash' })], permissions }, async () => {
      assert.equal(await verdictOf('echo no'), 'deny');
      assert.equal(await verdictOf('ls'), 'ask');
      const file = await put(await freshFolder('oap'), 'a.txt', 'one\n');
      const write = await call('write', { path: file, content: 'x' });
      assert.match(write.outcome.text, /must be read before/);
    });
  });

  it('000-rules-4: a deny holds when any path matches, an allow only when all do', async () => {
    const folder = await freshFolder('paths');
    const name = path.basename(folder);
    await withUser({ 'policy.rules': [deny({ paths: [`${name}/private/*`] })] }, async () => {
      const inside = await explained('read', { path: `${folder}/private/a.txt` });
      const beside = await explained('read', { path: `${folder}/public/a.txt` });
      assert.deepEqual([inside.verdict, beside.verdict], ['deny', 'allow']);
      const far = await explained('bash', { command: 'ls', cwd: `${folder}/private/x` });
      assert.equal(far.verdict, 'deny', 'the folder of a command is one of its paths');
    });
    const rules = [allow({ paths: [`${name}/public/*`] }), deny({ tool: 'read' })];
    await withUser({ 'policy.rules': rules }, async () => {
      const allowed = await explained('read', { path: `${folder}/public/a.txt` });
      const other = await explained('read', { path: `${folder}/a.txt` });
      assert.deepEqual([allowed.verdict, other.verdict], ['allow', 'deny']);
    });
    const [open, closed] = [`${folder}/public/a.txt`, `${folder}/a.txt`];
    await withUser(
      { 'policy.rules': [...rules.slice(0, 1), deny({ tool: 'probe' })] },
      async () => {
        for (const [reads, code] of [
          [[open], undefined],
          [[open, closed], 'policy_denied'],
        ] as const) {
          const probe = probeTool('probe', { reads });
          const on = await pipelineWith({ probes: [probe.tool] });
          assert.equal((await call('probe', {}, { on })).code, code);
        }
      },
    );
  });

  it('000-rules-5: a rule for a trust level holds for sources at that level or below', async () => {
    const { trust } = await parts();
    const session = freshSession();
    const rules = [deny({ tool: 'list_directory', trust_level: 'provisional' })];
    await withUser({ 'policy.rules': rules }, async () => {
      const look = () => call('list_directory', { path: '.' }, { session });
      assert.equal((await look()).code, undefined);
      await trust.set(session, 'built-in', 'provisional');
      assert.equal((await look()).code, 'policy_denied');
      await trust.set(session, 'built-in', 'untrusted');
      assert.equal((await look()).code, 'policy_denied');
    });
    trust.forget(session);
  });

  it('003-authorization-1: authorization rules, while switched on, come after the policy rules', async () => {
    const user = { 'authorization.rules': [deny({ tool: 'list_*' })] };
    await withUser(user, async () => {
      const look = () => call('list_directory', { path: '.' });
      assert.equal((await look()).code, undefined);
      await withUser({ 'authorization.enabled': true }, async () => {
        const denied = await look();
        assert.equal(denied.code, 'policy_denied');
        assert.match(denied.entry.policy_match ?? '', /authorization\.rules\[0\] deny/);
        await withUser({ 'policy.rules': [allow({ tool: 'list_directory' })] }, async () => {
          assert.equal((await look()).code, undefined, 'a policy rule matched first');
        });
      });
    });
  });

  const broken: Readonly<Record<string, unknown>> = {
    'an unknown field': [deny({ when: 'friday' })],
    'an invalid expression': [deny({ args_match: '(' })],
    'an unknown effect': [{ effect: 'forbid', tool: '*' }],
  };
  for (const [what, rules] of Object.entries(broken)) {
    it(`003-permissions-5: rules with ${what} are refused as a whole, and every call is denied`, async () => {
      await withAnything({ 'policy.rules': rules }, async () => {
        const { settings } = await parts();
        assert.deepEqual(
          settings.problems().map(({ key }) => key),
          ['policy.rules'],
        );
        const made = await call('list_directory', { path: '.' });
        assert.equal(made.code, 'policy_denied');
        assert.match(made.entry.policy_match ?? '', /policy\.rules \(unreadable\)/);
      });
    });
  }

  it('decision 8: gates run in fixed slots, the first deny ends the call, and approval comes last', async () => {
    const slots = [
      'blocklist',
      'path-sandbox',
      'permission-rules',
      'policy-rules',
      'sequence-policies',
      'trust',
    ];
    const once = (trace: readonly { readonly slot: string }[]) =>
      trace.map(({ slot }) => slot).filter((slot, index, all) => all.indexOf(slot) === index);
    const file = path.join(await freshFolder('decision8'), 'a.txt');
    const args = { path: file, content: 'x' };
    const asked = await call('write', args);
    assert.equal(asked.asked.length, 1);
    assert.deepEqual(once(asked.entry.gates), slots);
    await withUser({ 'policy.rules': [deny({ tool: 'write' })] }, async () => {
      const denied = await call('write', args);
      assert.deepEqual(once(denied.entry.gates), slots.slice(0, 4));
      assert.deepEqual(denied.asked, [], 'a call that a gate denies does not ask');
    });
  });

  const faults: Readonly<Record<string, () => unknown>> = {
    throws: () => {
      throw new Error('quotes the call');
    },
    rejects: () => Promise.reject(new Error('quotes the call')),
    hangs: () => new Promise(() => undefined),
    'returns an invalid verdict': () => ({ verdict: 'perhaps', reason: 'why not' }),
    'returns nothing': () => undefined,
  };
  for (const [how, check] of Object.entries(faults)) {
    it(`003-permissions-15: a gate that ${how} denies`, async () => {
      const { pipelineParts } = await parts();
      const { gates, system } = pipelineParts;
      assert.ok(gates.length >= 6);
      const { clock } = system;
      const impatient: typeof clock = {
        ...clock,
        after: (ms, callback) => clock.after(Math.min(ms, 20), callback),
      };
      for (const faulty of gates) {
        const probe = probeTool('probe');
        const on = await pipelineWith({
          probes: [probe.tool],
          system: { ...system, clock: impatient },
          gates: gates.map((gate) => (gate === faulty ? withCheck(gate, check) : gate)),
        });
        const { code, outcome } = await call('probe', {}, { on });
        assert.equal(code, 'policy_denied', faulty.name);
        assert.equal(outcome.text.includes('quotes the call'), false);
        assert.equal(probe.runs(), 0);
      }
    });
  }
});
