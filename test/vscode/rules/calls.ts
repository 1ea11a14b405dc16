import * as assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { auditEntrySchema, type AuditEntry } from '../../../src/core/contracts/audit/entry';
import type { RawCall, RunContext } from '../../../src/core/contracts/calls/call';
import type { CallEvent, CallOutcome } from '../../../src/core/contracts/calls/outcome';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import { builtInSource, toolSourceOf, type ToolSpec } from '../../../src/core/contracts/tool-spec';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import type {
  CallAccess,
  CallEnvironment,
  PipelineParts,
} from '../../../src/core/pipeline/runtime/deps';
import type { Pipeline } from '../../../src/core/pipeline/runner';
import type { ApprovalAnswer, ApprovalRequest } from '../../../src/core/ports/runner';
import { parts } from '../world';
import { boundTools, sourcesOf } from '../../unit/fakes/tool-source';

export type Answering = (
  request: ApprovalRequest,
  signal: AbortSignal,
) => ApprovalAnswer | Promise<ApprovalAnswer>;

/** What a test sets of a call in addition to its tool and arguments. */
export interface CallMore extends Partial<RawCall> {
  /** Replaces the extension's own pipeline. */
  readonly on?: Pipeline;
  /** The chat; a new one by default. */
  readonly session?: string;
  readonly context?: Partial<RunContext>;
  /** What the user answers when asked; allows by default. */
  readonly answer?: Answering;
  /** Takes the confirmed path. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** A call that was made, with everything it produced. */
export interface Made {
  readonly outcome: CallOutcome;
  readonly events: readonly CallEvent[];
  readonly asked: readonly ApprovalRequest[];
  /** Its line in the real `audit.jsonl`. */
  readonly entry: AuditEntry;
  /** Its stage code; undefined for a call that succeeded. */
  readonly code: string | undefined;
}

/** Each test file is a bundle with its own count. */
const bundle = randomUUID().slice(0, 8);
let count = 0;

/** A chat that no other test has used. */
/** Our own tools: other extensions of the window have theirs, which are off. */
export function ownTools({ tools }: Pick<Pipeline, 'tools'>): readonly ToolSpec[] {
  return tools().filter(({ name }) => toolSourceOf(name) === builtInSource);
}

export function freshSession(): string {
  count += 1;
  return `chat-${bundle}-${String(count)}`;
}

/** Makes a call as a model would, through the extension's pipeline. */
export async function call(tool: string, args: unknown, more: CallMore = {}): Promise<Made> {
  const { on, session, context, answer, token, signal, ...raw } = more;
  const own = await parts();
  const pipeline = on ?? own.pipeline;
  const events: CallEvent[] = [];
  const asked: ApprovalRequest[] = [];
  count += 1;
  const rawCall: RawCall = {
    toolCallId: `call-${bundle}-${String(count)}`,
    tool,
    args,
    phase: 'executor',
    origin: 'model',
    attempt: 0,
    ...raw,
  };
  const options = {
    context: {
      sessionId: session ?? freshSession(),
      actorId: 'user:rules',
      tenantId: 'rules',
      ...context,
    },
    approver: {
      ask: async (request: ApprovalRequest, asking: AbortSignal) => {
        asked.push(request);
        return (await answer?.(request, asking)) ?? { answer: 'allow' as const };
      },
    },
    onEvent: (event: CallEvent) => void events.push(event),
    signal: signal ?? new AbortController().signal,
  };
  own.stages.work.parts.connection.sessions.add(options.context.sessionId);
  const outcome = await (token === undefined
    ? pipeline.run(rawCall, options)
    : pipeline.runConfirmed(rawCall, token, options));
  const [entry, ...others] = await auditLines(rawCall.toolCallId, options.context.sessionId);
  assert.ok(entry !== undefined && others.length === 0, 'one call is one line of the audit log');
  return { outcome, events, asked, entry, code: outcome.failure?.errorCode };
}

/** The lines of the real audit log that hold all these texts, oldest first. */
export async function auditLines(...texts: readonly string[]): Promise<readonly AuditEntry[]> {
  return (await auditText())
    .split('\n')
    .filter((line) => line !== '' && texts.every((text) => line.includes(`"${text}"`)))
    .map(readLine);
}

export async function auditText(): Promise<string> {
  const { storageFolder } = await parts();
  return readFile(path.join(storageFolder, 'audit.jsonl'), 'utf8');
}

/** Everything that the extension has written into its storage folder; temporary files may go. */
export async function storedText(): Promise<string> {
  const { storageFolder } = await parts();
  const entries = await readdir(storageFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1').catch(unlessGone));
  return (await Promise.all(files)).join('\n');
}

function unlessGone(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

function readLine(line: string): AuditEntry {
  const entry: unknown = JSON.parse(line);
  return auditEntrySchema.parse(entry);
}

export interface PipelineChanges
  extends Partial<Pick<CallAccess, 'authorization' | 'connections'>>, Partial<CallEnvironment> {
  readonly gates?: PipelineParts['gates'];
  readonly system?: PipelineParts['system'];
  readonly report?: PipelineParts['report'];
  /** Allowed tools in addition to the extension's own. */
  readonly probes?: readonly BoundTool[];
  /** Replaces the extension's own tools. */
  readonly tools?: (own: readonly BoundTool[]) => readonly BoundTool[];
  /** What differs from the policy in force. */
  readonly policy?: Partial<Policy>;
}

/** Another pipeline of the extension's own parts, some of them changed. */
export async function pipelineWith(changes: PipelineChanges): Promise<Pipeline> {
  const { probes = [], tools: change, policy: changed } = changes;
  const { makePipeline, pipelineParts } = await parts();
  const { access, environment } = pipelineParts;
  const { policy } = access;
  const own = boundTools(pipelineParts.sources);
  const tools = [...(change?.(own) ?? own), ...probes];
  return makePipeline({
    sources: sourcesOf(tools),
    access: {
      ...access,
      authorization: changes.authorization ?? access.authorization,
      connections: changes.connections ?? access.connections,
      policy: {
        onDidChange: (listener) => policy.onDidChange(listener),
        current: (sessionId) => {
          const now = policy.current(sessionId);
          const allowedTools = new Set([...now.allowedTools, ...probes.map(({ id }) => id)]);
          return { ...now, allowedTools, ...changed };
        },
      },
    },
    environment: {
      ...environment,
      workspace: changes.workspace ?? environment.workspace,
      files: changes.files ?? environment.files,
      shell: changes.shell ?? environment.shell,
    },
    gates: changes.gates ?? pipelineParts.gates,
    system: changes.system ?? pipelineParts.system,
    report: changes.report ?? pipelineParts.report,
  });
}
