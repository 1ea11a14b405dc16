import * as z from 'zod';
import { isAborted } from '../base/is-aborted';
import { defineTool } from '../contracts/tools/define-tool';
import { fail, succeed } from '../contracts/failure';
import type { BackgroundCommand } from '../ports/terminals';
import type { Capabilities } from '../ports/capabilities';
import type { Clock } from '../ports/system';
import {
  backgroundFacts,
  factsLine,
  factsOf,
  findCommand,
  lastLines,
} from './shell/background-command';
import { cancelled } from './shell/command-result';

const defaultLines = 200;

const input = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(20)
    .optional()
    .describe('Id of a command in the background, bg1. Absent: lists all of this chat.'),
  since_last: z
    .boolean()
    .optional()
    .describe('true, the default: only what is new since the last reading. false: the end of all.'),
  tail_lines: z
    .int()
    .min(1)
    .max(5000)
    .optional()
    .describe(`How many lines to answer at most, the last ones. Default ${String(defaultLines)}.`),
  wait_seconds: z
    .int()
    .min(0)
    .max(120)
    .optional()
    .describe('With an id: how long to wait until it has new output or has ended. Default 0.'),
});

const output = z.object({
  commands: z.array(backgroundFacts),
  /** Output read; absent when the commands were only listed. */
  text: z.string().optional(),
  /** Earlier lines that `text` lacks. */
  left_out_lines: z.int().optional(),
  /** True when some of the output is no longer kept. */
  truncated: z.boolean().optional(),
});

/** Lists the commands of this chat that run in the background, or reads one (decision 38). */
export default defineTool<Capabilities>()({
  name: 'bash_output',
  title: 'Read background output',
  description:
    'Reads what a command in the background has written, and whether it still runs; without an id it lists the commands of this chat. Use wait_seconds instead of calling again and again.',
  effect: 'read_only',
  kind: 'read',
  group: 'shell',
  input,
  output,
  redact: ['commands', 'text', 'left_out_lines', 'truncated'],
  cacheable: false,
  // It waits as long as it was asked to.
  ownsTimeout: true,
  needs: ['background', 'clock'],
  subject: ({ id = '' }) => ({ text: id, reads: [], writes: [] }),
  label: ({ id = 'all commands' }) => id,
  run: async (args, { sessionId, signal }, { background, clock }) => {
    const { id, since_last = true, tail_lines = defaultLines, wait_seconds = 0 } = args;
    if (id === undefined) {
      return succeed({
        commands: background.list(sessionId).map((each) => factsOf(each, clock.now())),
      });
    }
    const found = findCommand(background, sessionId, id);
    if (!found.ok) return found;
    const command = found.value;
    await waitForNews(command, { ms: wait_seconds * 1000, clock, signal });
    if (isAborted(signal)) return fail(cancelled());
    const kept = since_last ? command.takeNew() : command.output();
    const { text, leftOut } = lastLines(kept.text, tail_lines);
    if (command.end() !== undefined) command.markRead();
    return succeed({
      commands: [factsOf(command, clock.now())],
      text,
      left_out_lines: leftOut,
      truncated: kept.truncated,
    });
  },
  toModel: ({ commands = [], text, left_out_lines = 0, truncated = false }) => {
    const lines = commands.map(factsLine);
    if (lines.length === 0) return 'No command of this chat runs in the background, or has.';
    if (text === undefined) return lines.join('\n');
    return [
      `[${lines.join('')}]`,
      ...(truncated ? ['[some output in between is no longer kept]'] : []),
      ...(left_out_lines > 0
        ? [`[${String(left_out_lines)} earlier lines left out; tail_lines reads more]`]
        : []),
      text === '' ? '(no new output)' : text.replace(/\n$/, ''),
    ].join('\n');
  },
});

interface Patience {
  readonly ms: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function waitForNews(command: BackgroundCommand, patience: Patience): Promise<void> {
  const { ms, clock, signal } = patience;
  if (ms === 0 || command.hasUpdate() || isAborted(signal)) return;
  const waiting = new AbortController();
  const stop = (): void => {
    waiting.abort();
  };
  const timer = clock.after(ms, stop);
  signal.addEventListener('abort', stop, { once: true });
  await command.nextUpdate(waiting.signal);
  timer.dispose();
  signal.removeEventListener('abort', stop);
}
