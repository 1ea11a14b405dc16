import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { Result } from '../../../core/contracts/failure';
import type { ChangeOrigin } from '../../../core/contracts/file-changes';
import { commandTitle } from '../../../core/base/titles';
import type { BackgroundCommand, BackgroundCommands } from '../../../core/ports/terminals';
import type { CommandHandle } from '../../terminals/start-command';
import type { ChatList } from '../chat/chat-list';
import type { Card } from '../transcript/card';
import { t, shownFailure } from '../../window/language';
import { announcedOf, type RecordUserEvent } from './user-events';

/** The question to the user when a command waits for a line. */
export interface InputQuestion {
  /** The command, for the title of the box. */
  readonly title: string;
  /** What the command asks, else its last output; empty when there is none. */
  readonly prompt: string;
  /** True when the input is secret and must not be shown. */
  readonly secret: boolean;
}

/** A line to type, or the end of the input; undefined when the user gives neither. */
export type InputAnswer = Answer | undefined;
type Answer = { readonly line: string } | 'end';

/** A running command that the user can type into. */
export type RunningCommand = Pick<
  CommandHandle,
  'question' | 'waitForExit' | 'type' | 'closeInput'
>;

export interface CommandRequestDeps {
  readonly chats: Pick<ChatList, 'active'>;
  /** Writes to the audit log that input was given, and its length. */
  readonly recordUserEvent: RecordUserEvent;
  readonly background: Pick<BackgroundCommands, 'list'>;
  /** The command that runs in a terminal; undefined once it has ended. */
  readonly handleOf: (terminalId: string) => RunningCommand | undefined;
  readonly revealTerminal: (terminalId: string) => void;
  /** Asks outside the page; aborting the signal closes the question. */
  readonly askInput: (question: InputQuestion, signal: AbortSignal) => Promise<InputAnswer>;
  readonly notify: (message: string) => void;
}

/** The buttons of running commands. Each takes an id of the active chat. */
export function commandRequests(deps: CommandRequestDeps) {
  const { chats, background } = deps;
  const find = (commandId: string): BackgroundCommand | undefined => {
    const { sessionId } = chats.active;
    const commands = sessionId === undefined ? [] : background.list(sessionId);
    return commands.find(({ id }) => id === commandId);
  };
  return {
    showBackground: ({ commandId }) => {
      const command = find(commandId);
      if (command === undefined) deps.notify(ended());
      else deps.revealTerminal(command.terminalId);
    },
    stopBackground: async ({ commandId }) => {
      const command = find(commandId);
      if (command === undefined) deps.notify(ended());
      else await command.stop('person');
    },
    giveInput: async ({ itemId }) => {
      const card = chats.active.transcript.card(itemId);
      const by = card && chats.active.changes.originOf(card);
      const handle = deps.handleOf(card?.item.terminalId ?? '');
      if (card === undefined || by === undefined || handle === undefined) deps.notify(ended());
      else await reply(handle, card.item.title, (answer) => record(card, by, answer, deps), deps);
    },
  } satisfies Partial<PanelHandlers>;
}

const ended = (): string => t('This command has already ended.');
const changed = (): string =>
  t(
    'Your reply was not sent: the command asks something else now. Click Reply… again to answer that.',
  );

function notSent(reason: string): string {
  return t(
    'Your reply was not sent, because the audit log could not be written ({0}). Free disk space or fix permissions, then reply again.',
    reason,
  );
}

/** The answer goes only to the command: not to a card, the audit log, a log file or the chat. */
async function reply(
  handle: RunningCommand,
  title: string,
  record: (answer: Answer) => Promise<Result<void>>,
  { askInput, notify }: Pick<CommandRequestDeps, 'askInput' | 'notify'>,
): Promise<void> {
  const { question } = handle.question();
  const answer = await ask(handle, title, askInput);
  if (answer === undefined) return;
  if (handle.question().question !== question) {
    notify(changed());
    return;
  }
  const written = await record(answer);
  if (!written.ok) notify(notSent(shownFailure(written.failure)));
  else if (answer === 'end') handle.closeInput();
  else handle.type(`${answer.line}\n`);
}

function record(
  card: Card,
  { sessionId, toolCallId }: ChangeOrigin,
  answer: Answer,
  { recordUserEvent }: Pick<CommandRequestDeps, 'recordUserEvent'>,
): Promise<Result<void>> {
  const length = answer === 'end' ? undefined : answer.line.length;
  return recordUserEvent(announcedOf(card, toolCallId), { type: 'input', length }, sessionId);
}

/** Asks until the user answers or the command ends. */
async function ask(
  handle: RunningCommand,
  title: string,
  askInput: CommandRequestDeps['askInput'],
): Promise<InputAnswer> {
  const over = new AbortController();
  const leave = new AbortController();
  void handle.waitForExit(leave.signal).then(() => {
    over.abort();
  });
  const { question, line = '', isSecret } = handle.question();
  const prompt = question ?? line;
  const asked = { title: commandTitle(title), prompt, secret: isSecret };
  const answer = await askInput(asked, over.signal);
  leave.abort();
  return answer;
}
