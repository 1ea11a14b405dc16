import assert from 'node:assert/strict';
import { isObject } from '../../../../../src/core/contracts/json';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent, type AgentSetup } from '../start-agent';

const catalog = [
  toolSpec('core__write', 'state_change'),
  toolSpec('core__diagnostics', 'read_only'),
];
const changed = { c1: ['/repo/a.ts'], c2: ['/repo/b.ts', '/repo/a.ts'] };
const calls = callsFor({ id: 'c1', name: 'core__write' }, { id: 'c2', name: 'core__write' });

function problem(line: number, severity: string) {
  const place = { file: 'a.ts', real_path: '/repo/a.ts', line, col: 1 };
  return { ...place, severity, message: `Problem ${String(line)}.` };
}

const items = [problem(1, 'error'), problem(2, 'warning'), problem(3, 'hint'), problem(4, 'error')];

async function work(setup: Partial<AgentSetup> = {}) {
  const chat = await startAgent({
    answers: [calls, says('Done.')],
    run: ({ tool }) => (tool === 'core__diagnostics' ? { output: { items } } : {}),
    catalog,
    changed,
    ...setup,
  });
  await chat.say('Go');
  return chat;
}

describe('decision 67: the check after a turn', () => {
  it('lists the problems of exactly the files that it changed, in the phase verifier', async () => {
    const chat = await work();
    const [, , check, more] = chat.runner.calls;
    assert.equal(more, undefined);
    assert.deepEqual(
      [check?.tool, check?.phase, check?.origin, check?.args],
      ['core__diagnostics', 'verifier', 'host', { files: ['/repo/a.ts', '/repo/b.ts'] }],
    );
  });

  it('shows what is new on its card, and the model learns none of it', async () => {
    const chat = await work();
    const metas = chat.updates.flatMap((each) =>
      each.sessionUpdate === 'tool_call_update' ? [each._meta?.['gatehouse']] : [],
    );
    const last = metas.at(-1);
    assert.ok(isObject(last));
    assert.deepEqual(last['newProblems'], [
      'a.ts:2:1 warning: Problem 2.',
      'a.ts:4:1 error: Problem 4.',
    ]);
    assert.equal(chat.llm.requests.length, 2);
    assert.equal(JSON.stringify(chat.llm.requests).includes('Problem'), false);
  });

  for (const [what, setup] of [
    ['no file was changed', { changed: {} }],
    ['the user turned it off', { settings: { verifiesChanges: false } }],
    ['the tool is not allowed', { catalog: catalog.slice(0, 1) }],
  ] as const) {
    it(`is not made if ${what}`, async () => {
      const chat = await work(setup);
      assert.equal(chat.runner.calls.length, 2);
    });
  }

  it('asks no one: a call that would ask is denied', async () => {
    const chat = await work({
      run: async (call, { approver, signal }) => {
        if (call.tool !== 'core__diagnostics') return {};
        const details = {
          reads: [],
          writes: [],
          deletes: [],
          tool: call.tool,
          reasons: [],
          argsJson: '',
        };
        const request = {
          call,
          sessionId: 's',
          title: '',
          kind: 'other' as const,
          diffs: [],
          details: { ...details, alwaysOffers: [], alwaysLeft: [], isRoutine: false },
        };
        const { answer } = await approver.ask(request, signal);
        return { text: answer };
      },
    });
    assert.match(JSON.stringify(chat.updates), /"unavailable"/);
  });
});
