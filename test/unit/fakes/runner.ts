import { say } from '../../../src/core/base/sentence';
import type { RawCall } from '../../../src/core/contracts/calls/call';
import { failure, formatToolError, succeed } from '../../../src/core/contracts/failure';
import { snapshotSchema } from '../../../src/core/contracts/chats/session-snapshot';
import type { CallOutcome } from '../../../src/core/contracts/calls/outcome';
import type { ToolSpec, ToolEffect } from '../../../src/core/contracts/tool-spec';
import type { CallOptions, Runner } from '../../../src/core/ports/runner';
import { ownToolsWith } from './gate-call';

export type FakeRun = (
  call: RawCall,
  options: CallOptions,
) => Partial<CallOutcome> | Promise<Partial<CallOutcome>>;

export interface FakeRunner extends Runner {
  /** All calls in order. */
  readonly calls: readonly RawCall[];
  /** Approval tokens of confirmed calls, in order. */
  readonly tokens: readonly string[];
  /** Maximum number of concurrent calls. */
  readonly atOnce: () => number;
  /** Messages of the user: `s1: Hello`. */
  readonly said: readonly string[];
  /** Other requests: `reset s1`, `forget s1 c1,c2`. */
  readonly asked: readonly string[];
}

/**
 * A runner that keeps the promises of its port: one start and one end, no rejection, and
 * `cancelled` without running once the signal is aborted.
 */
export function createFakeRunner(
  run: FakeRun,
  catalog: readonly ToolSpec[] = [],
  answers: Partial<Pick<Runner, 'effectOf' | 'questionOf'>> = {},
): FakeRunner {
  const calls: RawCall[] = [];
  const tokens: string[] = [];
  const asked: string[] = [];
  const said: string[] = [];
  let running = 0;
  let most = 0;
  const answer = async (call: RawCall, options: CallOptions): Promise<CallOutcome> => {
    calls.push(call);
    if (options.signal.aborted) {
      start(call, options, 'refused');
      return finish(call, options, cancelledOutcome);
    }
    start(call, options, 'running');
    running += 1;
    most = Math.max(most, running);
    const outcome = await run(call, options);
    running -= 1;
    return finish(call, options, outcome);
  };
  return {
    calls,
    tokens,
    atOnce: () => most,
    asked,
    catalog: () => catalog,
    toolsWith: ownToolsWith,
    effectOf: ({ tool }) => catalog.find(({ name }) => name === tool)?.effect,
    questionOf: () => Promise.resolve(undefined),
    ...answers,
    setUserMessage: (sessionId, text) => {
      said.push(`${sessionId}: ${text}`);
    },
    said,
    snapshot: (sessionId) => {
      asked.push(`snapshot ${sessionId}`);
      return { schema: snapshotSchema, tools: [sessionId], marks: [], own: [], slices: [] };
    },
    restore: (sessionId, _snapshot, forkOf) => {
      asked.push(['restore', sessionId, forkOf].filter(Boolean).join(' '));
      return succeed(undefined);
    },
    noteRead: (sessionId, provenance, label) => {
      asked.push(`read ${provenance} ${sessionId} ${label}`);
    },
    forgetSeen: (sessionId, ids) => {
      asked.push(`forget ${sessionId} ${ids.join(',')}`);
    },
    recordInterrupted: (call, { sessionId }) => {
      asked.push(`interrupted ${sessionId} ${call.toolCallId}`);
      return Promise.resolve(succeed(undefined));
    },
    reset: (sessionId) => {
      asked.push(`reset ${sessionId}`);
    },
    run: answer,
    runConfirmed: (call, token, options) => {
      tokens.push(token);
      return answer(call, options);
    },
  };
}

function start(call: RawCall, { onEvent }: CallOptions, state: 'running' | 'refused'): void {
  const { toolCallId, tool, origin } = call;
  const args = typeof call.args === 'string' ? { json: call.args } : {};
  const named = { tool, title: tool, namesTool: true } as const;
  const event = { type: 'start', toolCallId, ...named, kind: 'other', origin } as const;
  onEvent({ ...event, args, locations: [], state });
}

function finish(call: RawCall, { onEvent }: CallOptions, more: Partial<CallOutcome>): CallOutcome {
  const outcome = outcomeOf(call, more);
  onEvent({ type: 'end', toolCallId: call.toolCallId, outcome });
  return outcome;
}

const cancelledFailure = failure('cancelled', 'The call was cancelled before it ran.');

const cancelledOutcome: Partial<CallOutcome> = {
  status: 'cancelled',
  failure: cancelledFailure,
  text: formatToolError(cancelledFailure),
};

export function outcomeOf(call: RawCall, more: Partial<CallOutcome>): CallOutcome {
  return {
    toolCallId: call.toolCallId,
    tool: call.tool,
    kind: 'other',
    effect: undefined,
    status: 'completed',
    text: 'done',
    output: {},
    presentation: { diffs: [], locations: [] },
    decision: {
      verdict: 'allow',
      approvedBy: 'auto',
      trace: [],
      policyVersion: 1,
      trust: 'trusted',
    },
    durationMs: 1,
    warnings: [],
    ...more,
  };
}

export function toolSpec(name: string, effect: ToolEffect): ToolSpec {
  return {
    name,
    title: say`Do`,
    description: name,
    inputSchema: { type: 'object' },
    effect,
    traits: [],
    redaction: ['text'],
  };
}
