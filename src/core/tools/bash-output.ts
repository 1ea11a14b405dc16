import { say } from '../base/sentence';
import * as z from 'zod';
import { optional } from '../contracts/schema-parts';
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
  readResult,
} from './shell/background-command';
import { cancelled } from './shell/command-result';
import { isAborted, LinkedSignal } from '../base/async';

const defaultLines = 200;

const input = z.strictObject({
  id: optional(
    z.string().min(1).max(20),
    'Id of a background command, such as bg1. Omit to list all of this chat.',
  ),
  since_last: optional(
    z.boolean(),
    'true (default): only output that is new since the last read. false: the end of the whole output.',
  ),
  tail_lines: optional(
    z.int().min(1).max(5000),
    `Maximum number of lines to return, counted from the end. Default ${String(defaultLines)}.`,
  ),
  wait_seconds: optional(
    z.int().min(0).max(120),
    'With an id: how many seconds to wait for new output or the end of the command. Default 0.',
  ),
});

const output = z.object({
  commands: z.array(backgroundFacts),
  /** Absent when the commands were only listed. */
  text: z.string().optional(),
  /** How many earlier lines `text` lacks. */
  left_out_lines: z.int().optional(),
  /** True when memory no longer has the middle of the output. */
  truncated: z.boolean().optional(),
  /** The reference to all of it, once it is more than memory holds. */
  whole_output: z.string().optional(),
});

/** Lists the background commands of this chat, or reads the output of one (decision 38). */
export default defineTool<Capabilities>()({
  name: 'bash_output',
  title: say`Read background output`,
  description:
    'Reads the output of a background command and reports whether it still runs. Without an id, lists the background commands of this chat. Use wait_seconds instead of calling repeatedly.',
  effect: 'read_only',
  kind: 'read',
  group: 'shell',
  input,
  output,
  redact: ['commands', 'text', 'left_out_lines', 'truncated', 'whole_output'],
  cacheable: false,
  provenance: 'private',
  // A call may wait as long as `wait_seconds` says.
  ownsTimeout: true,
  filtered: 'text',
  needs: ['background', 'clock', 'filters'],
  subject: ({ id = '' }) => ({ text: id, reads: [], writes: [] }),
  label: ({ id = '*' }) => id,
  run: async (args, { sessionId, signal }, { background, clock, filters }) => {
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
    const kept = since_last ? command.takeNew() : await command.output();
    const { text, leftOut } = lastLines(kept.text, tail_lines);
    if (command.end() !== undefined) command.markRead();
    const commands = [factsOf(command, clock.now())];
    const { truncated } = kept;
    // Also where it says nothing of a cut: live text leaves out what came too fast.
    const { stored } = await command.output();
    const whole = stored === undefined ? {} : { whole_output: `overflow:${stored}` };
    const read = { commands, text, left_out_lines: leftOut, truncated, ...whole };
    return readResult(read, command, filters);
  },
  toModel: ({ commands = [], text, left_out_lines = 0, truncated = false, whole_output }) => {
    const lines = commands.map(factsLine);
    if (lines.length === 0) return 'This chat has no background commands.';
    if (text === undefined) return lines.join('\n');
    return [
      `[${lines.join('')}]`,
      ...wholeNote(whole_output, truncated),
      ...(left_out_lines > 0
        ? [
            `[${String(left_out_lines)} earlier lines omitted; use a larger tail_lines to read more]`,
          ]
        : []),
      text === '' ? '(no new output)' : text.replace(/\n$/, ''),
    ].join('\n');
  },
});

function wholeNote(reference: string | undefined, truncated: boolean): readonly string[] {
  if (reference !== undefined) {
    return [`[to read or search all of its output, use read_overflow with ${reference}]`];
  }
  return truncated ? ['[part of the output is no longer kept]'] : [];
}

async function waitForNews(
  command: BackgroundCommand,
  patience: { readonly ms: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const { ms, clock, signal } = patience;
  if (ms === 0 || command.hasUpdate() || isAborted(signal)) return;
  const waiting = new LinkedSignal(signal);
  const timer = clock.after(ms, waiting.abort);
  await command.nextUpdate(waiting.signal);
  timer.dispose();
  waiting.dispose();
}
