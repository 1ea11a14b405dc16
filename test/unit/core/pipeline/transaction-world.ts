import * as z from 'zod';
import { say } from '../../../../src/core/base/sentence';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import {
  defineTool,
  type ToolContext,
  type ToolResult,
} from '../../../../src/core/contracts/tools/define-tool';
import type { TransactionPolicy } from '../../../../src/core/contracts/policy/policy';
import { succeed, type Result } from '../../../../src/core/contracts/failure';
import type { Snapshot, SnapshotEnd, SnapshotRequest } from '../../../../src/core/ports/snapshots';
import { fakeShellPolicy } from '../../fakes/policy';
import { plainReading } from '../../fakes/shell-reading';
import { createWorld, type World, type WorldOptions } from './fixture';

interface Ran {
  readonly exit_code: number;
}

export interface TransactionWorldOptions extends Pick<
  WorldOptions,
  'auditFails' | 'protectedFiles'
> {
  readonly transaction?: Partial<TransactionPolicy>;
  /** What the command answers. */
  readonly run?: (context: ToolContext) => Promise<ToolResult<Ran>>;
  /** In place of copies that are made. */
  readonly taken?: () => Promise<Result<Snapshot | undefined>>;
  readonly end?: SnapshotEnd;
}

/** A pipeline with one shell tool, over copies that do what a test says. */
export interface TransactionWorld extends World {
  /** What was asked of the copies, in order: `take`, `run`, `ended true`. */
  readonly steps: string[];
  readonly requests: SnapshotRequest[];
  command(text: string, toolCallId?: string, sessionId?: string): ReturnType<World['call']>;
  /** The call of a foreign tool whose arguments name these paths. */
  foreign(...paths: readonly string[]): ReturnType<World['call']>;
}

/** Copies that no rollback needs. */
export const keptCopies: Snapshot = {
  ended: () => Promise.resolve({ state: 'kept', notes: [] }),
};

export function createTransactionWorld(options: TransactionWorldOptions = {}): TransactionWorld {
  const steps: string[] = [];
  const requests: SnapshotRequest[] = [];
  const snapshot: Snapshot = {
    ended: ({ rollBack }) => {
      steps.push(`ended ${String(rollBack)}`);
      return Promise.resolve(options.end ?? { state: 'kept', notes: [] });
    },
  };
  const run = (context: ToolContext): Promise<ToolResult<Ran>> => {
    steps.push(`run ${context.mayContinue ? 'may continue' : 'to its end'}`);
    return options.run?.(context) ?? Promise.resolve({ ok: true, value: { exit_code: 0 } });
  };
  const [shell, foreign] = [shellTool(run), foreignTool(run)];
  const transaction = { ...fakeShellPolicy().transaction, enabled: true, ...options.transaction };
  const world = createWorld({
    auditFails: options.auditFails ?? false,
    ...(options.protectedFiles && { protectedFiles: options.protectedFiles }),
    extraTools: [shell, foreign],
    policy: { shell: fakeShellPolicy({ transaction }) },
    shell: { read: (command) => Promise.resolve(readingOf(command)) },
    snapshots: {
      take: async (request) => {
        steps.push('take');
        requests.push(request);
        return (await options.taken?.()) ?? succeed(snapshot);
      },
    },
  });
  return {
    ...world,
    foreign: (...paths) =>
      world.call({ paths }, { tool: foreign.id }, { context: { sessionId: 's1' } }),
    steps,
    requests,
    command: (text, toolCallId = 'call_1', sessionId = 's1') =>
      world.call({ command: text }, { tool: shell.id, toolCallId }, { context: { sessionId } }),
  };
}

/** `rm` writes, `odd` has a doubt, `unread` was not read. */
function readingOf(command: string) {
  const reading = plainReading(command);
  if (command.startsWith('unread')) return { ...reading, state: 'unread', parts: [] } as const;
  if (command.startsWith('odd')) return { ...reading, doubts: [say`odd bytes`] };
  const parts = reading.parts.map((part) => ({ ...part, writes: part.raw.startsWith('rm') }));
  return { ...reading, parts };
}

function shellTool(run: (context: ToolContext) => Promise<ToolResult<Ran>>) {
  const definition = defineTool<object>()({
    name: 'sh',
    title: say`Run`,
    description: 'Runs.',
    effect: 'state_change',
    kind: 'execute',
    input: z.strictObject({ command: z.string().describe('Command') }),
    output: z.object({ exit_code: z.int() }),
    redact: ['exit_code'],
    cacheable: false,
    ownsTimeout: true,
    needs: [],
    subject: ({ command }) => ({ text: command, command, reads: [], writes: [] }),
    label: ({ command }) => command,
    run: (_args, context) => run(context),
    toModel: ({ exit_code }) => `exit ${String(exit_code)}`,
    present: ({ exit_code }) => (exit_code === undefined ? {} : { exitCode: exit_code }),
  });
  return bindTool(definition, {});
}

function foreignTool(run: (context: ToolContext) => Promise<ToolResult<Ran>>) {
  const definition = defineTool<object>()({
    name: 'act',
    title: say`Act`,
    description: 'Acts.',
    effect: 'external_side_effect',
    kind: 'other',
    input: z.strictObject({ paths: z.array(z.string()).describe('Paths') }),
    output: z.object({ exit_code: z.int() }),
    redact: ['exit_code'],
    cacheable: false,
    needs: [],
    subject: ({ paths }) => ({
      ...{ text: '', reads: [], writes: [] },
      mentions: paths.map((text) => ({ text, isPath: true })),
    }),
    label: () => 'act',
    run: (_args, context) => run(context),
    toModel: () => 'done',
    present: ({ exit_code }) => (exit_code === undefined ? {} : { exitCode: exit_code }),
  });
  return bindTool(definition, {});
}
