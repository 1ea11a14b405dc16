import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SeenFile } from '../../../../../src/core/contracts/tools/define-tool';
import { SessionStates, type CallSuccess } from '../../../../../src/core/pipeline/runtime/sessions';

const asIs = (path: string): string => path;
const read = 'core__read';

function by(toolId: string, seen: readonly SeenFile[], toolCallId = 'c1'): CallSuccess {
  return { toolId, toolCallId, seen };
}

describe('state of a chat', () => {
  it('W18: restore brings back exactly the state of the snapshot', () => {
    const sessions = new SessionStates(asIs);
    const state = () => sessions.of('a');
    state().succeeded(by(read, [{ real: '/w/a', stamp: '1' }]));
    const snapshot = sessions.snapshot('a');
    state().succeeded(by('core__write', [{ real: '/w/b', stamp: '2' }]));
    state().savePolicyState('p', 7);
    assert.equal(sessions.restore('a', snapshot).ok, true);
    assert.deepEqual(state().tools(), [read]);
    assert.equal(state().seen(read, '/w/a'), '1');
    assert.equal(state().seen('core__write', '/w/b'), undefined);
    assert.equal(state().policyState('p'), undefined);
  });

  it('000-gates-1: a fork, a reload and a reset treat what gates read like the rest of the chat', () => {
    const sessions = new SessionStates(asIs);
    const state = sessions.of('a');
    const outcome = { tool: read, result: 'success', durationMs: 3 } as const;
    state.setUserMessage('Fix the tests.');
    state.ended(outcome);
    state.countEnd(read, 'success');
    const snapshot: unknown = JSON.parse(JSON.stringify(sessions.snapshot('a')));
    state.setUserMessage('Later.');
    state.ended({ ...outcome, result: 'error', category: 'timeout' });
    assert.equal(sessions.restore('fork', snapshot, 'a').ok, true);
    const fork = sessions.of('fork');
    assert.equal(fork.userMessage(), 'Fix the tests.');
    assert.deepEqual(fork.recent(), [outcome]);
    assert.deepEqual(fork.ends(), [[read, { success: 1 }]]);
    sessions.reset('a');
    const fresh = sessions.of('a');
    assert.deepEqual([fresh.userMessage(), fresh.recent(), fresh.ends()], [undefined, [], []]);
  });

  it('000-gates-1: keeps the beginning of a message, without a cut secret in it', () => {
    const state = new SessionStates(asIs).of('a');
    const key = `sk-ant-api03-${'k'.repeat(40)}`;
    state.setUserMessage(`${'x'.repeat(3990)} ${key} ${'x'.repeat(9000)}`);
    const kept = state.userMessage() ?? '';
    assert.equal(kept.length, 4000);
    assert.equal(kept.includes('sk-ant'), false);
  });

  it('000-gates-1: keeps no half of a secret after a long one, which redaction shortens', () => {
    const state = new SessionStates(asIs).of('a');
    const pem = `-----BEGIN PRIVATE KEY-----\n${'k'.repeat(7800)}\n-----END PRIVATE KEY-----`;
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    for (let words = 7950 - pem.length; words < 8010 - pem.length; words += 1) {
      state.setUserMessage(`${pem} ${'x'.repeat(words)} ${secret} and more`);
      assert.equal(state.userMessage()?.includes('ghp_'), false);
    }
  });

  it('W18: a snapshot is plain data and lives apart from the chat', () => {
    const sessions = new SessionStates(asIs);
    sessions.of('a').succeeded(by(read, [{ real: '/w/a', stamp: '1' }]));
    const snapshot: unknown = JSON.parse(JSON.stringify(sessions.snapshot('a')));
    sessions.of('a').succeeded(by(read, [{ real: '/w/a', stamp: '2' }]));
    assert.equal(sessions.restore('a', snapshot).ok, true);
    assert.equal(sessions.of('a').seen(read, '/w/a'), '1');
  });

  it('W19: a snapshot from before any success clears the state', () => {
    const sessions = new SessionStates(asIs);
    const before = sessions.snapshot('a');
    sessions.of('a').succeeded(by(read, [{ real: '/w/a', stamp: '1' }]));
    sessions.restore('a', before);
    assert.equal(sessions.of('a').hasRun(read), false);
    assert.equal(sessions.of('a').seen(read, '/w/a'), undefined);
  });

  it('W20: reset clears successes, marks, policy state, slices and the quota together', () => {
    const sessions = new SessionStates(asIs);
    const state = sessions.of('a');
    state.succeeded(by(read, [{ real: '/w/a', stamp: '1' }]));
    state.savePolicyState('p', 7);
    const draft = state.draft();
    draft.set('plan', ['one']);
    draft.commit();
    state.spend(1);
    sessions.reset('a');
    const fresh = sessions.of('a');
    assert.deepEqual(fresh.tools(), []);
    assert.equal(fresh.seen(read, '/w/a'), undefined);
    assert.equal(fresh.policyState('p'), undefined);
    assert.equal(fresh.draft().get('plan'), undefined);
    assert.equal(fresh.spend(1), true);
  });

  it('W21: chats do not see each other', () => {
    const sessions = new SessionStates(asIs);
    sessions.of('a').succeeded(by(read, [{ real: '/w/a', stamp: '1' }]));
    assert.equal(sessions.of('b').hasRun(read), false);
    assert.equal(sessions.of('b').seen(read, '/w/a'), undefined);
  });

  it('W22: a new window knows nothing of what an earlier one has seen', () => {
    new SessionStates(asIs).of('a').succeeded(by(read, [{ real: '/w/a', stamp: '1' }]));
    assert.equal(new SessionStates(asIs).of('a').hasRun(read), false);
  });

  it('W25: what a call set is part of the chat only when it is kept', () => {
    const sessions = new SessionStates(asIs);
    const lost = sessions.of('a').draft();
    lost.set('plan', 'lost');
    assert.equal(lost.get('plan'), 'lost');
    assert.equal(sessions.of('a').draft().get('plan'), undefined);
    const kept = sessions.of('a').draft();
    kept.set('plan', 'kept');
    kept.commit();
    assert.equal(sessions.of('a').draft().get('plan'), 'kept');
  });

  it('W7: a value of a slice is frozen: no call changes it in place', () => {
    const sessions = new SessionStates(asIs);
    const mine = ['a'];
    const first = sessions.of('a').draft();
    first.set('plan', mine);
    first.commit();
    mine.push('b');
    const kept = sessions.of('a').draft().get('plan');
    assert.deepEqual(kept, ['a']);
    assert.equal(Object.isFrozen(kept), true);
  });

  it('W18: what a snapshot was restored from may change later', () => {
    const sessions = new SessionStates(asIs);
    const list = ['a'];
    const snapshot = { ...sessions.snapshot('a'), slices: [['plan', { list }]] };
    assert.equal(sessions.restore('a', snapshot).ok, true);
    list.push('b');
    assert.deepEqual(sessions.snapshot('a').slices, [['plan', { list: ['a'] }]]);
  });

  it('W26: a snapshot with holes, with circles or that throws is refused', () => {
    const sessions = new SessionStates(asIs);
    const good = sessions.snapshot('a');
    const circle: unknown[] = [];
    circle.push(circle);
    const throws = Object.defineProperty({ ...good }, 'tools', {
      enumerable: true,
      get: () => {
        throw new Error('boom');
      },
    });
    const holes = Object.assign([], { length: 1 });
    for (const bad of [throws, { ...good, own: [['p', circle]] }, { ...good, tools: holes }]) {
      assert.equal(sessions.restore('a', bad).ok, false);
    }
  });

  it('W26: another version or a broken snapshot is refused and changes nothing', () => {
    const sessions = new SessionStates(asIs);
    sessions.of('a').succeeded(by(read, []));
    const good = sessions.snapshot('a');
    const broken = [
      { ...good, schema: 1 },
      { ...good, tools: [7] },
      { ...good, marks: [['core__read', [['/w/a', '1']]]] },
      { ...good, marks: [['/w/a', { stamp: '1', tools: [read], calls: [7] }]] },
      { ...good, marks: [['/w/a', { stamp: '1', tools: read, calls: [] }]] },
      { ...good, own: undefined },
      null,
      'text',
    ];
    for (const snapshot of broken) {
      const restored = sessions.restore('a', snapshot);
      assert.equal(restored.ok ? undefined : restored.failure.errorCode, 'snapshot_failed');
    }
    assert.deepEqual(sessions.of('a').tools(), [read]);
  });

  it('W26: no value, however hostile, makes restore throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const sessions = new SessionStates(asIs);
        sessions.restore('a', value);
        assert.deepEqual(sessions.of('a').tools(), []);
      }),
    );
  });

  it('decision 44: what the chat saw last counts, whichever tool saw it', () => {
    const state = new SessionStates(asIs).of('a');
    state.succeeded(by(read, [{ real: '/w/a', stamp: 'first' }]));
    state.succeeded(by('core__edit', [{ real: '/w/a', stamp: 'edited' }]));
    assert.equal(state.seen(read, '/w/a'), 'edited');
    state.succeeded(by(read, [{ real: '/w/a', stamp: 'other' }]));
    assert.equal(state.seen('core__edit', '/w/a'), 'other');
    assert.equal(state.seen('core__write', '/w/a'), undefined);
  });

  describe('decision 44: what has left the context is not known any more', () => {
    const a = (stamp: string): SeenFile => ({ real: '/w/a', stamp });

    it('forgets a file that only these calls have shown', () => {
      const sessions = new SessionStates(asIs);
      const state = sessions.of('a');
      state.succeeded(by(read, [a('1'), { real: '/w/b', stamp: '1' }], 'first'));
      state.succeeded(by(read, [{ real: '/w/b', stamp: '1' }], 'second'));
      state.forgetSeen(['first', 'unknown']);
      assert.equal(state.seen(read, '/w/a'), undefined);
      assert.equal(state.seen(read, '/w/b'), '1');
      assert.equal(state.hasRun(read), true);
      state.forgetSeen(['second']);
      assert.equal(state.seen(read, '/w/b'), undefined);
    });

    it('keeps what another call has shown too, whichever of them leaves first', () => {
      for (const gone of ['first', 'second']) {
        const state = new SessionStates(asIs).of('a');
        state.succeeded(by(read, [a('1')], 'first'));
        state.succeeded(by(read, [a('1')], 'second'));
        state.forgetSeen([gone]);
        assert.equal(state.seen(read, '/w/a'), '1', gone);
      }
    });

    it('a call that showed an older content keeps none of the new', () => {
      const state = new SessionStates(asIs).of('a');
      state.succeeded(by(read, [a('old')], 'first'));
      state.succeeded(by(read, [a('new')], 'second'));
      state.forgetSeen(['second']);
      assert.equal(state.seen(read, '/w/a'), undefined);
    });

    it('what a call wrote is known by that call', () => {
      const state = new SessionStates(asIs).of('a');
      state.succeeded(by(read, [a('1')], 'first'));
      state.succeeded(by('core__write', [a('2')], 'second'));
      state.forgetSeen(['first']);
      assert.equal(state.seen(read, '/w/a'), '2');
    });

    it('a restored chat forgets by the same calls, and a snapshot keeps what it knew', () => {
      const sessions = new SessionStates(asIs);
      sessions.of('a').succeeded(by(read, [a('1')], 'first'));
      const snapshot: unknown = JSON.parse(JSON.stringify(sessions.snapshot('a')));
      sessions.of('a').forgetSeen(['first']);
      assert.equal(sessions.restore('b', snapshot).ok, true);
      assert.equal(sessions.of('b').seen(read, '/w/a'), '1');
      sessions.of('b').forgetSeen(['first']);
      assert.equal(sessions.of('b').seen(read, '/w/a'), undefined);
    });
  });

  it('decision 15: the quota is not given back by a restore', () => {
    const sessions = new SessionStates(asIs);
    const before = sessions.snapshot('a');
    sessions.of('a').spend(1);
    sessions.restore('a', before);
    assert.equal(sessions.of('a').spend(1), false);
  });

  it('decision 57: the quota spent is part of a snapshot', () => {
    const sessions = new SessionStates(asIs);
    sessions.of('a').spend(0);
    const snapshot: unknown = JSON.parse(JSON.stringify(sessions.snapshot('a')));
    assert.equal(new SessionStates(asIs).of('a').spent(), 0);
    const reloaded = new SessionStates(asIs);
    assert.equal(reloaded.restore('a', snapshot).ok, true);
    assert.equal(reloaded.of('a').spent(), 1);
    assert.equal(reloaded.of('a').spend(1), false);
  });

  it('decision 57: a fork inherits the quota spent, also after the message it begins at', () => {
    const sessions = new SessionStates(asIs);
    const before = sessions.snapshot('a');
    sessions.of('a').spend(0);
    sessions.restore('b', before, 'a');
    assert.equal(sessions.of('b').spent(), 1);
  });

  it('W12: paths are one where the file system knows but one case', () => {
    const folded = new SessionStates((path) => path.toLowerCase());
    folded.of('a').succeeded(by(read, [{ real: '/w/A.txt', stamp: '1' }]));
    assert.equal(folded.of('a').seen(read, '/w/a.TXT'), '1');
    const exact = new SessionStates(asIs);
    exact.of('a').succeeded(by(read, [{ real: '/w/A.txt', stamp: '1' }]));
    assert.equal(exact.of('a').seen(read, '/w/a.TXT'), undefined);
  });
});
