import { say } from '../../base/sentence';
import * as z from 'zod';
import { commandTitle } from '../../base/titles';
import { durationText } from '../../base/wording';
import type { BackgroundCommand, BackgroundEnd, BackgroundCommands } from '../../ports/terminals';
import { failure, fail, succeed, type Result } from '../../contracts/failure';
import type { ToolResult } from '../../contracts/tools/define-tool';
import type { OutputFilters } from '../../ports/output-filters';
import { cutStart } from '../../base/text-lines';

/** A background command in a tool's result. */
export const backgroundFacts = z.object({
  id: z.string(),
  command: z.string(),
  state: z.enum(['running', 'ended']),
  /** How long it has run so far, or ran. */
  seconds: z.number(),
  waits_for_input: z.boolean().optional(),
  /** 128+n after a signal, -1 when unknown; set once it has ended. */
  exit_code: z.int().optional(),
  /** What ended it early. */
  stopped: z.string().optional(),
});
export type BackgroundFacts = z.infer<typeof backgroundFacts>;

export function factsOf(command: BackgroundCommand, now: number): BackgroundFacts {
  const { id, startedAt } = command;
  const title = commandTitle(command.command);
  const end = command.end();
  if (end === undefined) {
    const seconds = wholeSeconds(now - startedAt);
    const waits = command.waitsForInput();
    const state = { id, command: title, state: 'running', seconds } as const;
    return waits ? { ...state, waits_for_input: true } : state;
  }
  const stopped = stopperOf(end);
  return {
    id,
    command: title,
    state: 'ended',
    seconds: wholeSeconds(end.durationMs),
    exit_code: end.exit.exitCode,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

function stopperOf({ exit, stopped }: BackgroundEnd): string | undefined {
  if (exit.endedBy === undefined) return undefined;
  if (exit.endedBy === 'person' || stopped === 'person') return 'the user';
  return stopped === 'agent' ? 'bash_kill' : 'the hard time limit';
}

/** `bg1 running for 12 s: npm start`, `bg2 ended with exit code 1 after 3 min: npm run build`. */
export function factsLine(facts: BackgroundFacts): string {
  const { id, command, state, seconds, exit_code = -1, stopped } = facts;
  const time = durationText(seconds * 1000);
  if (state === 'running') {
    const waits = facts.waits_for_input === true ? ', waits for input' : '';
    return `${id} running for ${time}${waits}: ${command}`;
  }
  const code = exit_code === -1 ? 'an unknown exit code' : `exit code ${String(exit_code)}`;
  const by = stopped === undefined ? '' : `, stopped by ${stopped},`;
  return `${id} ended with ${code}${by} after ${time}: ${command}`;
}

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.round(ms / 1000));
}

/** Finds a command of this chat; commands of other chats are treated as unknown. */
export function findCommand(
  background: Pick<BackgroundCommands, 'list'>,
  sessionId: string,
  id: string,
): Result<BackgroundCommand> {
  const all = background.list(sessionId);
  const found = all.find((command) => command.id === id);
  if (found !== undefined) return succeed(found);
  const known = all.map((command) => command.id).join(', ');
  return fail(
    failure('validation', say`This chat has no background command with this id.`, {
      suggestion:
        known === ''
          ? 'It has none: start one with bash and background: true.'
          : `Use one of: ${known}.`,
    }),
  );
}

/** Result of a read: what filters for the command shorten of `text` is shortened (003-filters-1). */
export async function readResult<Value extends { readonly text?: string | undefined }>(
  value: Value,
  command: BackgroundCommand,
  filters: OutputFilters,
): Promise<ToolResult<Value>> {
  const filter = await filters.open(command.command);
  filter?.write(value.text ?? '');
  const exit = command.end()?.exit;
  const report = filter?.end(exit?.exitCodeKnown === true ? exit.exitCode : undefined);
  return { ok: true, value, ...(report !== undefined && { filter: report }) };
}

/** Limit of one read; more would overflow the model's context. */
const maxChars = 100_000;

export interface LastLines {
  readonly text: string;
  /** How many earlier lines were left out. */
  readonly leftOut: number;
}

export function lastLines(text: string, count: number): LastLines {
  const ending = text.endsWith('\n') ? 1 : 0;
  const lines = text.split('\n');
  const from = Math.max(0, lines.length - ending - count);
  const length = lines.slice(from).join('\n').length;
  // In this order: the first cut sees the lines before, which may name a credential.
  return { text: cutStart(cutStart(text, length), maxChars), leftOut: from };
}
