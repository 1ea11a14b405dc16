import { say } from '../../../../src/core/base/sentence';
import { noGlobs, nothingLimited } from '../../fakes/limited-files';
import * as z from 'zod';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import type { AuditEntry } from '../../../../src/core/contracts/audit/entry';
import type { BoundTool } from '../../../../src/core/contracts/tools/bound-tool';
import type { RawCall, RunContext } from '../../../../src/core/contracts/calls/call';
import type { CallEvent } from '../../../../src/core/contracts/calls/outcome';
import type { Verdict } from '../../../../src/core/contracts/calls/decision';
import type { BoundGate, GateSlot } from '../../../../src/core/contracts/policy/define-gate';
import {
  defineTool,
  type ToolContext,
  type ToolResult,
} from '../../../../src/core/contracts/tools/define-tool';
import type {
  ToolEffect,
  ToolKind,
  ToolProvenance,
  TrustLevel,
  ToolTrait,
} from '../../../../src/core/contracts/tool-spec';
import type { Policy } from '../../../../src/core/contracts/policy/policy';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type {
  CallAccess,
  CallEnvironment,
  CallStore,
} from '../../../../src/core/pipeline/runtime/deps';
import type { RetryLimits } from '../../../../src/core/pipeline/runtime/retry-limits';
import { createRunner, type Pipeline } from '../../../../src/core/pipeline/runner';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../../../src/core/ports/runner';
import type { Files } from '../../../../src/core/ports/files';
import { createFakeClock, type FakeClock } from '../../fakes/clock';
import { boundGate } from '../../fakes/gate-call';
import { createFakeIds } from '../../fakes/ids';
import { noRetry } from '../../fakes/retry';
import { noSnapshots, unwatchedFiles } from '../../fakes/snapshots';
import { createFakePolicySource, type FakePolicySource } from '../../fakes/policy';
import { plainReader } from '../../fakes/shell-reading';
import { toolSelectors } from '../../../../src/core/pipeline/catalog';
import type { ToolSelector } from '../../../../src/core/pipeline/runtime/deps';
import { sourcesOf } from '../../fakes/tool-source';

interface Echo {
  readonly said: string;
  readonly hidden?: string;
}

export interface WorldOptions {
  readonly run?: (text: string, context: ToolContext) => Promise<ToolResult<Echo>>;
  /** `echo` unless said otherwise. */
  readonly toolName?: string;
  readonly gates?: readonly BoundGate[];
  readonly policy?: Partial<Policy>;
  readonly trust?: TrustLevel;
  readonly authorization?: CallAccess['authorization'];
  readonly connections?: CallAccess['connections'];
  readonly answer?: ApprovalAnswer;
  /** Called while the person is asked; `answer` is given when it has settled. */
  readonly onAsk?: (clock: FakeClock, signal: AbortSignal) => void | Promise<void>;
  readonly auditFails?: boolean;
  readonly auditThrows?: boolean;
  /** Where the one path of every call leads; without it calls name no path. */
  readonly realPath?: (path: string) => string | Promise<string>;
  readonly overflowFails?: boolean;
  readonly extraTools?: readonly BoundTool[];
  readonly caseSensitive?: boolean;
  readonly shell?: CallEnvironment['shell'];
  readonly snapshots?: CallStore['snapshots'];
  readonly protectedFiles?: CallStore['protectedFiles'];
  /** Nothing is tried again unless said otherwise. */
  readonly retry?: RetryLimits;
  /** True unless said otherwise. */
  readonly secretWarnings?: boolean;
  /** What chance says, 0 unless said otherwise. */
  readonly random?: () => number;
  readonly effect?: ToolEffect;
  /** The effect of a call that says this, where it differs. */
  readonly effectOf?: (text: string) => ToolEffect;
  readonly idempotent?: boolean;
  /** True: output filters may shorten what is said. */
  readonly isFiltered?: boolean;
  readonly kind?: ToolKind;
  readonly traits?: readonly ToolTrait[];
  readonly provenance?: ToolProvenance;
  readonly selectors?: readonly ToolSelector[];
  /** True: what is said is a command. */
  readonly runsCommand?: boolean;
}

/** A pipeline over fakes, and what it did. */
export interface World {
  readonly pipeline: Pipeline;
  readonly clock: FakeClock;
  readonly policy: FakePolicySource;
  readonly events: CallEvent[];
  readonly entries: AuditEntry[];
  readonly asked: ApprovalRequest[];
  readonly stored: string[];
  readonly log: string[];
  readonly controller: AbortController;
  runs: number;
  /** How often the pipeline gave way to other work. */
  turns: number;
  call(args: unknown, more?: Partial<RawCall>, run?: RunMore): ReturnType<Pipeline['run']>;
}

/** What a test says of a run beyond the call. */
export interface RunMore {
  readonly context?: Partial<RunContext>;
  /** Takes the confirmed path. */
  readonly token?: string;
}

export const baseContext: RunContext = { sessionId: 's1', actorId: 'user:test', tenantId: 'w' };

export function gate(slot: GateSlot, check: () => Verdict | Promise<Verdict>): BoundGate {
  return boundGate({ slot, check });
}

export const allow: Verdict = { verdict: 'allow', reason: say`fine` };
export const ask: Verdict = { verdict: 'ask', reason: say`no rule matches` };
export const deny: Verdict = { verdict: 'deny', reason: say`No.`, errorCode: 'policy_denied' };

function unused(): never {
  throw new Error('not used in this test');
}

function fakeFiles(realPath: (path: string) => string | Promise<string>): Files {
  return {
    resolve: async (path) =>
      succeed({ asked: path, real: await realPath(path), exists: true, root: '/w' }),
    locate: unused,
    read: unused,
    write: unused,
    stamp: unused,
    list: unused,
    inside: () => Promise.resolve(succeed({ paths: [], isWhole: true })),
    plan: unused,
    createFolder: unused,
    remove: unused,
    move: unused,
    copy: unused,
  };
}

function echoTool(world: () => World, options: WorldOptions): BoundTool {
  const definition = defineTool<{ files: Files }>()({
    name: options.toolName ?? 'echo',
    title: say`Echo`,
    description: 'Says it again.',
    effect: options.effect ?? 'read_only',
    effectOf: ({ text }) => options.effectOf?.(text) ?? options.effect ?? 'read_only',
    idempotent: options.idempotent ?? false,
    kind: options.kind ?? 'other',
    traits: options.traits ?? [],
    ...(options.provenance !== undefined && { provenance: options.provenance }),
    input: z.strictObject({ text: z.string().describe('What to say') }),
    output: z.object({
      said: z.string(),
      hidden: z.string().optional(),
      stdout: z.string().optional(),
      stderr: z.string().optional(),
    }),
    redact: ['said', 'stdout', 'stderr'],
    ...(options.isFiltered === true && { filtered: 'said' as const }),
    cacheable: false,
    needs: ['files'],
    subject: ({ text }) => ({
      text,
      ...(options.runsCommand === true && { command: text }),
      reads: options.realPath === undefined ? [] : ['/w/path'],
      writes: [],
    }),
    label: ({ text }) => text,
    run: ({ text }, context) => {
      world().runs += 1;
      world().log.push('run');
      return options.run?.(text, context) ?? Promise.resolve({ ok: true, value: { said: text } });
    },
    toModel: ({ said = '' }) => said,
  });
  return bindTool(definition, { files: fakeFiles((path) => path) });
}

export function createWorld(options: WorldOptions = {}): World {
  const clock = createFakeClock();
  const toolId = `core__${options.toolName ?? 'echo'}`;
  const log: string[] = [];
  const policy = createFakePolicySource({
    allowedTools: new Set([toolId, ...(options.extraTools ?? []).map(({ id }) => id)]),
    limits: {
      maxCallsPerSession: 0,
      timeoutMs: 1000,
      overflowThreshold: 1000,
      overflowMaxBytes: 0,
    },
    ...options.policy,
  });
  const written = writtenBy(options, log);
  const getWorld = (): World => world;
  const pipeline = createRunner({
    sources: sourcesOf([echoTool(getWorld, options), ...(options.extraTools ?? [])]),
    gates: options.gates ?? [gate('permission-rules', () => allow)],
    access: {
      selectors: options.selectors ?? toolSelectors,
      policy,
      trust: { levelOf: () => ({ level: options.trust ?? 'trusted', setFor: 'source' }) },
      authorization: options.authorization ?? { check: () => ({ allowed: true }) },
      connections: options.connections ?? {
        grants: { allowedConnectionIds: () => [] },
        broker: { open: unused },
      },
    },
    environment: environmentOf(options),
    store: {
      audit: written.audit,
      overflow: written.overflow,
      snapshots: options.snapshots ?? noSnapshots,
      protectedFiles: options.protectedFiles ?? unwatchedFiles,
    },
    settings: {
      retry: () => options.retry ?? noRetry,
      secretWarnings: () => options.secretWarnings ?? true,
    },
    system: {
      clock,
      ids: createFakeIds(),
      random: { next: options.random ?? (() => 0) },
      digest: (text) => `digest of ${text}`,
      yieldToEventLoop: () => {
        world.turns += 1;
        return Promise.resolve();
      },
    },
    report: (error) => log.push(`report ${String(error)}`),
  });
  const { entries, stored } = written;
  const world = assembleWorld({ toolId, pipeline, clock, policy, log, entries, stored, options });
  return world;
}

function environmentOf({ realPath, shell, caseSensitive = true }: WorldOptions): CallEnvironment {
  return {
    workspace: {
      roots: () => ['/w'],
      ownFolders: () => [],
      storageFolders: () => [],
      isTrusted: () => true,
      caseSensitive: () => caseSensitive,
      separator: () => '/',
    },
    files: fakeFiles(realPath ?? ((path) => path)),
    limited: nothingLimited,
    globs: noGlobs,
    shell: shell ?? plainReader,
  };
}

function writtenBy(options: WorldOptions, log: string[]) {
  const entries: AuditEntry[] = [];
  const stored: string[] = [];
  const audit: CallStore['audit'] = {
    append: (entry) => {
      log.push('audit');
      if (options.auditThrows) return Promise.reject(new Error('boom'));
      if (options.auditFails) return Promise.resolve(fail(failure('execution', 'disk full')));
      entries.push(entry);
      return Promise.resolve(succeed(undefined));
    },
  };
  const overflow: CallStore['overflow'] = {
    put: ({ text, spooled = text }) => {
      if (options.overflowFails) return Promise.resolve(fail(failure('execution', 'disk full')));
      stored.push(spooled);
      return Promise.resolve(succeed('0b0e1c1e-8f3b-4c57-9b8a-2a1f5a9d7c11'));
    },
    read: unused,
  };
  return { entries, stored, audit, overflow };
}

type WorldParts = Pick<World, 'pipeline' | 'clock' | 'policy' | 'log' | 'entries' | 'stored'> & {
  readonly options: WorldOptions;
  readonly toolId: string;
};

function assembleWorld(parts: WorldParts): World {
  const events: CallEvent[] = [];
  const asked: ApprovalRequest[] = [];
  const controller = new AbortController();
  let count = 0;
  return {
    ...parts,
    events,
    asked,
    controller,
    runs: 0,
    turns: 0,
    call: (args, more = {}, { context = {}, token } = {}) => {
      count += 1;
      const raw: RawCall = {
        toolCallId: `call_${String(count)}`,
        tool: parts.toolId,
        args,
        phase: 'executor',
        origin: 'model',
        attempt: 0,
        ...more,
      };
      const options = {
        context: { ...baseContext, ...context },
        approver: approverOf(parts, asked),
        onEvent: (event: CallEvent) => {
          events.push(event);
          parts.log.push(event.type);
        },
        signal: controller.signal,
      };
      return token === undefined
        ? parts.pipeline.run(raw, options)
        : parts.pipeline.runConfirmed(raw, token, options);
    },
  };
}

function approverOf({ log, options, clock }: WorldParts, asked: ApprovalRequest[]): Approver {
  return {
    ask: async (request, signal) => {
      asked.push(request);
      log.push('ask');
      await options.onAsk?.(clock, signal);
      return signal.aborted ? { answer: 'cancelled' } : (options.answer ?? { answer: 'deny' });
    },
  };
}
