import assert from 'node:assert/strict';
import { createToolCallUpdates } from '../../../../../src/core/agent/acp/tool-call-updates';
import type { CallEvent, CallOutcome } from '../../../../../src/core/contracts/calls/outcome';
import type { RawCall } from '../../../../../src/core/contracts/calls/call';
import { failure } from '../../../../../src/core/contracts/failure';
import { say } from '../../../../../src/core/base/sentence';
import { outcomeOf } from '../../../fakes/runner';

const call: RawCall = {
  toolCallId: 'c1',
  tool: 'core__edit',
  args: {},
  phase: 'executor',
  origin: 'model',
  attempt: 0,
};

function start(state: 'asking' | 'running' | 'refused') {
  return {
    type: 'start',
    toolCallId: 'c1',
    tool: 'core__edit',
    title: 'src/a.js',
    namesTool: false,
    kind: 'edit',
    origin: 'model',
    args: { path: 'src/a.js' },
    locations: [{ path: '/repo/src/a.js' }],
    state,
  } satisfies CallEvent;
}

function end(more: Partial<CallOutcome>): CallEvent {
  return { type: 'end', toolCallId: 'c1', outcome: outcomeOf(call, more) };
}

const started = {
  sessionUpdate: 'tool_call',
  toolCallId: 'c1',
  title: 'src/a.js',
  kind: 'edit',
  status: 'in_progress',
  rawInput: { path: 'src/a.js' },
  locations: [{ path: '/repo/src/a.js' }],
  _meta: { gatehouse: { tool: 'core__edit', origin: 'model' } },
};

const decision = {
  verdict: 'allow',
  approvedBy: 'auto',
  trace: [],
  policyVersion: 1,
  trust: 'trusted',
};

describe('ACP updates', () => {
  it('003-acp-1: announces a call once, with its kind, arguments and places', () => {
    assert.deepEqual(createToolCallUpdates()(start('running')), started);
  });

  it('decision url-origin: says what a call asks, and where the chat met it', () => {
    const origin = { from: 'model' } as const;
    const addresses = [{ url: 'https://x.example/', host: 'x.example', origin }];
    const begun = createToolCallUpdates()({ ...start('running'), addresses });
    assert.deepEqual(begun, {
      ...started,
      _meta: { gatehouse: { tool: 'core__edit', origin: 'model', addresses } },
    });
  });

  it('says when the title is only the name of the tool', () => {
    const named = { ...start('running'), title: 'core__edit', namesTool: true };
    const update = createToolCallUpdates()(named);
    const gatehouse = { tool: 'core__edit', origin: 'model', namesTool: true };
    assert.deepEqual(update, { ...started, title: 'core__edit', _meta: { gatehouse } });
  });

  it('shows a call that waits for the user as pending, then in progress', () => {
    const toUpdate = createToolCallUpdates();
    assert.deepEqual(toUpdate(start('asking')), { ...started, status: 'pending' });
    assert.deepEqual(toUpdate({ type: 'answered', toolCallId: 'c1', answer: 'allowed' }), {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      status: 'pending',
      _meta: { gatehouse: { answered: 'allowed' } },
    });
    assert.deepEqual(toUpdate({ type: 'running', toolCallId: 'c1' }), {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      status: 'in_progress',
    });
  });

  it('carries live output as a tail and the terminal as content', () => {
    const progress = (update: { append?: string; terminalId?: string }) =>
      createToolCallUpdates()({ type: 'progress', toolCallId: 'c1', progress: update });
    assert.deepEqual(progress({ append: 'ok 1\n' }), {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      _meta: { gatehouse: { tail: 'ok 1\n' } },
    });
    assert.deepEqual(progress({ terminalId: 't1' }), {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      content: [{ type: 'terminal', terminalId: 't1' }],
    });
    assert.equal(progress({}), undefined);
  });

  it('003-retry-4: shows that a call waits to be tried again, and that it no longer does', () => {
    const toUpdate = createToolCallUpdates();
    for (const retry of [{ attempt: 2, of: 3 }, null]) {
      assert.deepEqual(toUpdate({ type: 'progress', toolCallId: 'c1', progress: { retry } }), {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c1',
        _meta: { gatehouse: { retry } },
      });
    }
  });

  it('003-acp-2: ends a call with text, diffs, terminal, places and what ACP has no field for', () => {
    const toUpdate = createToolCallUpdates();
    toUpdate(start('running'));
    const diff = { path: '/repo/src/a.js', oldText: null, newText: 'x' };
    const exhibit = {
      diffs: [diff],
      locations: [{ path: '/repo/src/a.js', line: 3 }],
      terminalId: 't1',
      exitCode: 0,
      truncated: true,
    };
    const more = { presentation: exhibit, overflowId: 'o1', output: { a: 1 }, warnings: [say`w`] };
    assert.deepEqual(toUpdate(end(more)), {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      status: 'completed',
      content: [
        { type: 'content', content: { type: 'text', text: 'done' } },
        { type: 'diff', ...diff },
        { type: 'terminal', terminalId: 't1' },
      ],
      rawOutput: { a: 1 },
      locations: [{ path: '/repo/src/a.js', line: 3 }],
      _meta: {
        gatehouse: {
          decision,
          durationMs: 1,
          warnings: [say`w`],
          exitCode: 0,
          truncated: true,
          overflowId: 'o1',
        },
      },
    });
  });

  it('says of a cancelled call that it was cancelled, as ACP only knows failed', () => {
    const toUpdate = createToolCallUpdates();
    toUpdate(start('running'));
    const update = toUpdate(end({ status: 'cancelled' }));
    assert.ok(update?.sessionUpdate === 'tool_call_update');
    assert.equal(update.status, 'failed');
    assert.deepEqual(update._meta?.gatehouse, {
      decision,
      durationMs: 1,
      warnings: [],
      cancelled: true,
    });
  });

  it('decision 46: a refused call is one tool_call that has failed, and no update', () => {
    const toUpdate = createToolCallUpdates();
    assert.equal(toUpdate(start('refused')), undefined);
    const failed = failure('policy_denied', 'No.');
    assert.deepEqual(toUpdate(end({ status: 'failed', text: 'No.', failure: failed })), {
      ...started,
      status: 'failed',
      content: [{ type: 'content', content: { type: 'text', text: 'No.' } }],
      rawOutput: {},
      _meta: {
        gatehouse: {
          tool: 'core__edit',
          origin: 'model',
          decision,
          durationMs: 1,
          warnings: [],
          failure: failed,
        },
      },
    });
  });

  it('says that a command waits for input, and that it continues', () => {
    const toUpdate = createToolCallUpdates();
    const waits = (waitsForInput: boolean): CallEvent => ({
      type: 'progress',
      toolCallId: 'c1',
      progress: { waitsForInput },
    });
    for (const waitsForInput of [true, false]) {
      assert.deepEqual(toUpdate(waits(waitsForInput)), {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c1',
        _meta: { gatehouse: { waitsForInput } },
      });
    }
  });

  it('carries what ACP has no field for: the handle in the background, and rollbacks', () => {
    const rollback = { restored: ['a.txt'], removed: [] };
    const exhibit = { diffs: [], locations: [], background: 'bg1' };
    const update = createToolCallUpdates()(end({ presentation: exhibit, rollback }));
    const meta = update?._meta?.['gatehouse'];
    assert.ok(typeof meta === 'object' && meta !== null);
    assert.equal('background' in meta && meta.background, 'bg1');
    assert.deepEqual('rollback' in meta && meta.rollback, rollback);
  });
});
