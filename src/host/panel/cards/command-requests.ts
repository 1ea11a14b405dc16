import { cutMarked } from '../../../core/base/text-lines';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import { commandTitle } from '../../../core/base/titles';
import { escapeControlInline } from '../../../core/base/escape-control';
import { redactText } from '../../../core/base/redact/redact';
import type { BackgroundCommand, BackgroundCommands } from '../../../core/ports/terminals';
import { toPlainOutput } from '../../window/neutral-text';
import type { CommandHandle } from '../../terminals/start-command';
import type { ChatList } from '../chat/chat-list';
import { t } from '../../window/language';

/** The question to the user when a command waits for a line. */
export interface InputQuestion {
  /** The command, for the title of the box. */
  readonly title: string;
  /** The last output of the command; empty when there is none. */
  readonly prompt: string;
  /** True when the input is secret and must not be shown. */
  readonly secret: boolean;
}

/** A line to type, or the end of the input; undefined when the user gives neither. */
export type InputAnswer = { readonly line: string } | 'end' | undefined;

/** A running command that the user can type into. */
export type RunningCommand = Pick<CommandHandle, 'output' | 'waitForExit' | 'type' | 'closeInput'>;

export interface CommandRequestDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly background: Pick<BackgroundCommands, 'list'>;
  /** The command that runs in a terminal; undefined once it has ended. */
  readonly handleOf: (terminalId: string) => RunningCommand | undefined;
  readonly revealTerminal: (terminalId: string) => void;
  /** Asks outside the page; aborting the signal closes the question. */
  readonly askInput: (question: InputQuestion, signal: AbortSignal) => Promise<InputAnswer>;
  readonly notify: (message: string) => void;
}

const secretWords = /pass(?:word|phrase|code)|\bpin\b|secret|token|\botp\b|one-time|verification/i;
const maxPrompt = 200;

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
      const item = chats.active.transcript.card(itemId)?.item;
      const handle = item?.terminalId === undefined ? undefined : deps.handleOf(item.terminalId);
      if (item === undefined || handle === undefined) deps.notify(ended());
      else await ask(handle, item.title, deps.askInput);
    },
  } satisfies Partial<PanelHandlers>;
}

const ended = (): string => t('This command has already ended.');

/** Typed input goes only to the command: not to a card, the audit log or a log file. */
async function ask(
  handle: RunningCommand,
  title: string,
  askInput: CommandRequestDeps['askInput'],
): Promise<void> {
  const over = new AbortController();
  const leave = new AbortController();
  void handle.waitForExit(leave.signal).then(() => {
    over.abort();
  });
  const prompt = lastLine(handle.output().combined);
  const question = { title: commandTitle(title), prompt, secret: secretWords.test(prompt) };
  const answer = await askInput(question, over.signal);
  leave.abort();
  if (answer === 'end') handle.closeInput();
  else if (answer !== undefined) handle.type(`${answer.line}\n`);
}

function lastLine(output: string): string {
  const line = toPlainOutput(output).trimEnd().split('\n').at(-1) ?? '';
  return cutMarked(escapeControlInline(redactText(line.trim()).text), maxPrompt);
}
