import assert from 'node:assert/strict';
import {
  Confirmations,
  type ConfirmedCall,
} from '../../../../src/core/pipeline/runtime/confirmations';
import { createFakeIds } from '../../fakes/ids';
import { ask, createWorld, deny, gate, type World } from './fixture';

const asking = [gate('permission-rules', () => ask)];

/** A world whose person edits the first call; the token stands for the edited one. */
async function editedWorld(): Promise<{ readonly world: World; readonly token: string }> {
  const answer = { answer: 'edit', args: '{"text":"b"}' } as const;
  const world = createWorld({ gates: asking, answer });
  const { edited } = await world.call({ text: 'a' });
  assert.ok(edited?.token !== undefined);
  return { world, token: edited.token };
}

describe('the confirmed path (decision 19)', () => {
  it('decision 19: runs exactly the confirmed call, without asking again', async () => {
    const { world, token } = await editedWorld();
    const outcome = await world.call({ text: 'b' }, {}, { token });
    assert.equal(outcome.status, 'completed');
    assert.equal(outcome.decision.approvedBy, 'user');
    assert.equal(world.asked.length, 1);
  });

  it('decision 19: a token is single-use', async () => {
    const { world, token } = await editedWorld();
    await world.call({ text: 'b' }, {}, { token });
    const again = await world.call({ text: 'b' }, {}, { token });
    assert.equal(again.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 1);
  });

  it('decision 19: a token is bound to the arguments, and a wrong try spends it', async () => {
    const { world, token } = await editedWorld();
    const other = await world.call({ text: 'c' }, {}, { token });
    const right = await world.call({ text: 'b' }, {}, { token });
    assert.deepEqual(
      [other.failure?.errorCode, right.failure?.errorCode, world.runs],
      ['policy_denied', 'policy_denied', 0],
    );
  });

  it('decision 19: a token is bound to the policy version', async () => {
    const { world, token } = await editedWorld();
    world.policy.swap({});
    const outcome = await world.call({ text: 'b' }, {}, { token });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
  });

  it('decision 19: a token is bound to the chat, and ends with it', async () => {
    const first = await editedWorld();
    const context = { sessionId: 's2' };
    const other = await first.world.call({ text: 'b' }, {}, { token: first.token, context });
    assert.equal(other.failure?.errorCode, 'policy_denied');
    const second = await editedWorld();
    second.world.pipeline.reset('s1');
    const late = await second.world.call({ text: 'b' }, {}, { token: second.token });
    assert.equal(late.failure?.errorCode, 'policy_denied');
  });

  it('decision 19: a call that does not fit its token is refused, even if nothing would ask', async () => {
    const world = createWorld();
    const outcome = await world.call({ text: 'a' }, {}, { token: 'made-up' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
  });

  it('decision 19: a deny holds on the confirmed path as on the plain one', async () => {
    let verdict = ask;
    const answer = { answer: 'edit', args: '{"text":"b"}' } as const;
    const world = createWorld({ gates: [gate('permission-rules', () => verdict)], answer });
    const { edited } = await world.call({ text: 'a' });
    verdict = deny;
    const outcome = await world.call({ text: 'b' }, {}, { token: edited?.token ?? '' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
  });

  it('arguments that the tool refuses are not confirmed', async () => {
    const answer = { answer: 'edit', args: '{"text":7}' } as const;
    const world = createWorld({ gates: asking, answer });
    const { edited } = await world.call({ text: 'a' });
    assert.deepEqual(edited, { args: '{"text":7}' });
  });

  it('is bound to tool, arguments in any order of keys, folder, chat and version', () => {
    const base: ConfirmedCall = {
      sessionId: 's',
      toolId: 'core__bash',
      args: { command: 'ls', cwd: '/w' },
      cwd: '/w',
      policyVersion: 3,
    };
    const redeem = (changed: Partial<ConfirmedCall>): boolean => {
      const confirmations = new Confirmations(createFakeIds());
      return confirmations.redeem(confirmations.issue(base), { ...base, ...changed });
    };
    assert.equal(redeem({}), true);
    assert.equal(redeem({ args: { cwd: '/w', command: 'ls' } }), true);
    assert.equal(redeem({ args: { command: 'ls -a', cwd: '/w' } }), false);
    assert.equal(redeem({ toolId: 'core__read' }), false);
    assert.equal(redeem({ cwd: '/w/a' }), false);
    assert.equal(redeem({ sessionId: 't' }), false);
    assert.equal(redeem({ policyVersion: 4 }), false);
  });
});
