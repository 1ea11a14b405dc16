import { say } from '../base/sentence';
import type { BoundTool } from '../contracts/tools/bound-tool';
import type { CallPhase, CallSubject, RawCall, RunContext } from '../contracts/calls/call';
import type { SeenFile, ToolResult } from '../contracts/tools/define-tool';
import { failure, succeed } from '../contracts/failure';
import type { CallOutcome, CallStatus } from '../contracts/calls/outcome';
import { recordedDecision, type RecordedDecision } from '../contracts/calls/decision';
import type { Approver, Runner } from '../ports/runner';
import type { Files } from '../ports/files';
import type { ToolSource } from '../ports/tools';
import type { PipelineParts } from './runtime/deps';

/** A call of a recorded chat. */
export interface RecordedToolCall {
  readonly tool: string;
  readonly args: unknown;
  readonly phase: CallPhase;
  readonly expect: {
    readonly status: CallStatus;
    readonly exitCode?: number | undefined;
    /** Absent in recordings written by hand. */
    readonly decision?: RecordedDecision | undefined;
  };
}

/** How a recorded call would be decided now. */
export interface ReplayedDecision {
  /** Undefined when the call was stopped before a decision. */
  readonly now: RecordedDecision | undefined;
  /** True when the decision changed; a recorded run counts as not denied. */
  readonly differs: boolean;
}

export interface ReplayDeps {
  readonly sources: PipelineParts['sources'];
  readonly files: Pick<Files, 'resolve' | 'stamp'>;
  /** Creates another pipeline from the same parts, with some of them replaced. */
  readonly makePipeline: (changed: Partial<PipelineParts>) => Pick<Runner, 'run'>;
}

/**
 * Sends recorded calls through the real stages and gates, in order and in a chat of their own, and
 * returns how each would be decided now. Has no other effect: nothing is executed, asked, written
 * or counted, and each tool and the user answer as recorded. Ends early when `signal` aborts.
 */
export async function replayDecisions(
  calls: readonly RecordedToolCall[],
  context: RunContext,
  deps: ReplayDeps,
  signal: AbortSignal,
): Promise<readonly ReplayedDecision[]> {
  const byId = new Map(calls.map((call, index) => [idOf(index), call]));
  const find = (toolCallId: string): RecordedToolCall | undefined => byId.get(toolCallId);
  const pipeline = deps.makePipeline({
    store: emptyStore,
    settings: noRetries,
    sources: deps.sources.map((source) => recordedSource(source, find, deps.files)),
  });
  const approver = approverAsRecorded(find);
  const decided: ReplayedDecision[] = [];
  for (const [index, call] of calls.entries()) {
    const raw = rawCall(call, idOf(index));
    const onEvent = (): void => undefined;
    const outcome = await pipeline.run(raw, { context, approver, onEvent, signal });
    if (signal.aborted) break;
    decided.push(compare(call, outcome));
  }
  return decided;
}

function idOf(index: number): string {
  return `replay_${String(index + 1)}`;
}

function rawCall({ tool, args, phase }: RecordedToolCall, toolCallId: string): RawCall {
  return { toolCallId, tool, args, phase, origin: 'model', attempt: 0 };
}

function compare({ expect }: RecordedToolCall, outcome: CallOutcome): ReplayedDecision {
  const now = recordedDecision(outcome.decision, outcome.failure?.errorCode);
  const { decision } = expect;
  if (decision !== undefined) return { now, differs: decision.verdict !== now?.verdict };
  return { now, differs: hasRun(expect) && now !== undefined && isRefused(now) };
}

function isRefused({ verdict }: RecordedDecision): boolean {
  return verdict === 'deny' || verdict === 'skip';
}

/** A call with an exit code was allowed to run as well. */
function hasRun({ status, exitCode }: RecordedToolCall['expect']): boolean {
  return status === 'completed' || exitCode !== undefined;
}

/** A replay stores nothing. */
const emptyStore: PipelineParts['store'] = {
  audit: { append: () => Promise.resolve(succeed(undefined)) },
  overflow: {
    put: () => Promise.resolve(succeed('')),
    read: () => Promise.reject(new Error('A replay stores no output.')),
  },
  snapshots: { take: () => Promise.resolve(succeed(undefined)) },
  protectedFiles: {
    watch: () =>
      Promise.resolve({ look: () => Promise.resolve([]), end: () => Promise.resolve([]) }),
  },
};

const noRetries: PipelineParts['settings'] = {
  retry: () => ({ maxAttempts: 0, baseMs: 0, maxMs: 0, budgetSecs: 0 }),
  secretWarnings: () => false,
};

type Find = (toolCallId: string) => RecordedToolCall | undefined;

function approverAsRecorded(find: Find): Approver {
  return {
    ask: ({ call }) => {
      const recorded = find(call.toolCallId);
      const isAllowed = recorded !== undefined && hasRun(recorded.expect);
      return Promise.resolve({ answer: isAllowed ? 'allow' : 'deny' });
    },
  };
}

/** The tools of the source, each answering as recorded. */
function recordedSource(source: ToolSource, find: Find, files: ReplayDeps['files']): ToolSource {
  return {
    name: source.name,
    version: () => source.version(),
    list: () => source.list(),
    bind: (toolId) => {
      const tool = source.bind(toolId);
      return tool && answeringAsRecorded(tool, find, files);
    },
    onDidChange: (listener) => source.onDidChange(listener),
  };
}

/** The tool with its own schema and subject; its run returns the recorded outcome. */
function answeringAsRecorded(tool: BoundTool, find: Find, files: ReplayDeps['files']): BoundTool {
  return {
    ...tool,
    prepare: (args) => {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      const { subject } = prepared.value;
      const exec = async ({ toolCallId, signal }: ExecOf): Promise<ToolResult<unknown>> => {
        const result = recordedResult(find(toolCallId)?.expect.status);
        if (!result.ok || !showsContent(tool)) return result;
        return { ...result, seen: await seenNow(subject, files, signal) };
      };
      return succeed({ ...prepared.value, exec });
    },
    validateOutput: () => succeed({}),
    toModel: () => '',
    present: () => ({ diffs: [], locations: [] }),
  };
}

interface ExecOf {
  readonly toolCallId: string;
  readonly signal: AbortSignal;
}

function recordedResult(status: CallStatus | undefined): ToolResult<unknown> {
  if (status === 'completed') return { ok: true, value: {} };
  const code = status === 'cancelled' ? 'cancelled' : 'execution';
  return { ok: false, failure: failure(code, say`The call failed when it was recorded.`) };
}

function showsContent({ kind }: BoundTool): boolean {
  return kind === 'read' || kind === 'edit';
}

/** Current stamps of files the call showed or wrote, for policies about what was read. */
async function seenNow(
  { reads, writes }: CallSubject,
  files: ReplayDeps['files'],
  signal: AbortSignal,
): Promise<readonly SeenFile[]> {
  const seen: SeenFile[] = [];
  for (const path of [...reads, ...writes]) {
    const place = await files.resolve(path);
    if (!place.ok) continue;
    const { real } = place.value;
    const stamp = await files.stamp(real, { signal });
    if (stamp.ok && stamp.value !== undefined) seen.push({ real, stamp: stamp.value });
  }
  return seen;
}
