import * as z from 'zod';
import { bindTool } from '../../../../src/core/contracts/bind-tool';
import type { AuditEntry } from '../../../../src/core/contracts/audit';
import type { BoundTool } from '../../../../src/core/contracts/bound-tool';
import type { RawCall } from '../../../../src/core/contracts/call';
import type { CallEvent } from '../../../../src/core/contracts/call-event';
import type { PermissionRule, Verdict } from '../../../../src/core/contracts/decision';
import type { BoundGate, GateSlot } from '../../../../src/core/contracts/define-gate';
import {
  defineTool,
  type ToolContext,
  type ToolResult,
} from '../../../../src/core/contracts/define-tool';
import { failure } from '../../../../src/core/contracts/failure';
import { fail, succeed } from '../../../../src/core/contracts/result';
import { createRunner, type Pipeline } from '../../../../src/core/pipeline/runner';
import type { ApprovalAnswer, ApprovalRequest } from '../../../../src/core/ports/approver';
import type { Files } from '../../../../src/core/ports/files';
import { createFakeClock, type FakeClock } from '../../fakes/clock';

interface Echo {
  readonly said: string;
  readonly hidden?: string;
}

interface WorldOptions {
  readonly run?: (text: string, context: ToolContext) => Promise<ToolResult<Echo>>;
  readonly gates?: readonly BoundGate[];
  readonly rules?: readonly PermissionRule[];
  readonly allowed?: readonly string[];
  readonly trusted?: boolean;
  readonly maxCalls?: number;
  readonly threshold?: number;
  readonly answer?: ApprovalAnswer;
  readonly onAsk?: (clock: FakeClock) => void;
  readonly auditFails?: boolean;
  readonly auditThrows?: boolean;
  /** Where the one path of every call leads; without it calls name no path. */
  readonly realPath?: () => string;
  readonly overflowFails?: boolean;
  readonly extraTools?: readonly BoundTool[];
}

/** A pipeline over fakes, and what it did. */
export interface World {
  readonly pipeline: Pipeline;
  readonly clock: FakeClock;
  readonly events: CallEvent[];
  readonly entries: AuditEntry[];
  readonly asked: ApprovalRequest[];
  readonly stored: string[];
  readonly log: string[];
  readonly controller: AbortController;
  runs: number;
  call(args: unknown, more?: Partial<RawCall>): ReturnType<Pipeline['run']>;
}

export function gate(slot: GateSlot, check: () => Verdict | Promise<Verdict>): BoundGate {
  return { name: slot, slot, check };
}

export const allow: Verdict = { verdict: 'allow', reason: 'fine' };
export const ask: Verdict = { verdict: 'ask', reason: 'no rule matches' };
export const deny: Verdict = { verdict: 'deny', reason: 'No.', errorCode: 'policy_denied' };

function unused(): never {
  throw new Error('not used in this test');
}

function fakeFiles(realPath: (path: string) => string): Files {
  return {
    resolve: (path) =>
      Promise.resolve(succeed({ asked: path, real: realPath(path), exists: true, root: '/w' })),
    read: unused,
    write: unused,
    list: unused,
  };
}

function echoTool(world: () => World, options: WorldOptions): BoundTool {
  const definition = defineTool<{ files: Files }>()({
    name: 'echo',
    title: 'Echo',
    description: 'Says it again.',
    effect: 'read_only',
    kind: 'other',
    input: z.strictObject({ text: z.string().describe('What to say') }),
    output: z.object({ said: z.string(), hidden: z.string().optional() }),
    redact: ['said'],
    cacheable: false,
    needs: ['files'],
    subject: ({ text }) => ({
      text,
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
  const log: string[] = [];
  const entries: AuditEntry[] = [];
  const stored: string[] = [];
  const getWorld = (): World => world;
  const pipeline = createRunner({
    tools: [echoTool(getWorld, options), ...(options.extraTools ?? [])],
    gates: options.gates ?? [gate('permission-rules', () => allow)],
    audit: {
      append: (entry) => {
        log.push('audit');
        if (options.auditThrows) return Promise.reject(new Error('boom'));
        if (options.auditFails) return Promise.resolve(fail(failure('execution', 'disk full')));
        entries.push(entry);
        return Promise.resolve(succeed(undefined));
      },
    },
    overflow: {
      put: ({ text }) => {
        if (options.overflowFails) return Promise.resolve(fail(failure('execution', 'disk full')));
        stored.push(text);
        return Promise.resolve(succeed('0b0e1c1e-8f3b-4c57-9b8a-2a1f5a9d7c11'));
      },
      read: unused,
    },
    files: fakeFiles(options.realPath ?? ((path) => path)),
    clock,
    policy: {
      allowedTools: () => options.allowed ?? ['core__echo'],
      maxCallsPerSession: () => options.maxCalls ?? 0,
      timeoutMs: () => 1000,
      overflowThreshold: () => options.threshold ?? 1000,
    },
    permissions: { rules: () => options.rules ?? [] },
    workspace: {
      roots: () => ['/w'],
      isTrusted: () => options.trusted ?? true,
      caseSensitive: () => true,
      separator: () => '/',
    },
    report: (error) => log.push(`report ${String(error)}`),
  });
  const world = assembleWorld({ pipeline, clock, log, entries, stored, options });
  return world;
}

function assembleWorld(
  parts: Pick<World, 'pipeline' | 'clock' | 'log' | 'entries' | 'stored'> & {
    readonly options: WorldOptions;
  },
): World {
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
    call: (args, more = {}) => {
      count += 1;
      const raw: RawCall = {
        toolCallId: `call_${String(count)}`,
        tool: 'core__echo',
        args,
        phase: 'executor',
        origin: 'model',
        attempt: 0,
        ...more,
      };
      return parts.pipeline.run(raw, {
        context: { sessionId: 's1', actorId: 'user:test', tenantId: 'w' },
        approver: {
          ask: (request) => {
            asked.push(request);
            parts.log.push('ask');
            parts.options.onAsk?.(parts.clock);
            return Promise.resolve(parts.options.answer ?? { answer: 'deny' });
          },
        },
        onEvent: (event) => {
          events.push(event);
          parts.log.push(event.type);
        },
        signal: controller.signal,
      });
    },
  };
}
