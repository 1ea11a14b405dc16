import { say } from '../base/sentence';
import * as z from 'zod';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import {
  backgroundFacts,
  factsLine,
  factsOf,
  findCommand,
  lastLines,
  readResult,
} from './shell/background-command';

const maxLines = 200;

const input = z.strictObject({
  id: z.string().min(1).max(20).describe('Id of a background command of this chat, such as bg1.'),
});

const output = z.object({
  command: backgroundFacts,
  /** Output that was not read before. */
  text: z.string(),
});

/**
 * `ownedByChat`: it only ends what the user let this chat start, so the shipped rule is approval
 * enough (decision 6). A user's ask rule for it precedes that one.
 */
export default defineTool<Capabilities>()({
  name: 'bash_kill',
  title: say`End background command`,
  description:
    'Ends a background command of this chat and all its child processes. Returns its last output and exit code.',
  effect: 'state_change',
  kind: 'execute',
  group: 'shell',
  traits: ['ownedByChat'],
  input,
  output,
  redact: ['command', 'text'],
  cacheable: false,
  filtered: 'text',
  needs: ['background', 'clock', 'filters'],
  subject: ({ id }) => ({ text: id, reads: [], writes: [] }),
  label: ({ id }) => id,
  run: async ({ id }, { sessionId }, { background, clock, filters }) => {
    const found = findCommand(background, sessionId, id);
    if (!found.ok) return found;
    const command = found.value;
    await command.stop('agent');
    command.markRead();
    const { text } = lastLines(command.takeNew().text, maxLines);
    return readResult({ command: factsOf(command, clock.now()), text }, command, filters);
  },
  toModel: ({ command, text = '' }) =>
    [
      ...(command === undefined ? [] : [`[${factsLine(command)}]`]),
      text === '' ? '(no new output)' : text.replace(/\n$/, ''),
    ].join('\n'),
});
