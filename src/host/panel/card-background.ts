import { commandTitle } from '../../core/base/command-title';
import { escapeControlInline } from '../../core/base/escape-control';
import type { BackgroundItem } from '../../core/contracts/panel';
import type { BackgroundCommand, BackgroundEnd } from '../../core/ports/background-commands';
import type { Card } from './call-card';

/** The commands of a chat that still run, for the bar above the input; oldest first. */
export function backgroundItems(commands: readonly BackgroundCommand[]): readonly BackgroundItem[] {
  return commands
    .filter((command) => command.end() === undefined)
    .map((command) => ({
      commandId: command.id,
      title: escapeControlInline(commandTitle(command.command)),
      startedAt: command.startedAt,
      waitsForInput: command.waitsForInput(),
    }));
}

/**
 * A card as its command in the background is now: that it runs on, or how it really ended. Answers
 * the card itself when it says so already.
 */
export function withBackground(card: Card, command: BackgroundCommand): Card {
  const { background, waitsForInput, ...item } = card.item;
  const end = command.end();
  if (end === undefined) {
    const waits = command.waitsForInput();
    if (background === command.id && (waitsForInput === true) === waits) return card;
    const running = { ...item, background: command.id };
    return { ...card, item: waits ? { ...running, waitsForInput: true } : running };
  }
  const { exitCode } = end.exit;
  const isTold =
    item.ranInBackground === true && background === undefined && item.exitCode === exitCode;
  if (isTold) return card;
  const { durationMs } = end;
  const base = statusOf(end);
  const ended = { ...item, status: base, ranInBackground: true, exitCode, durationMs };
  return { ...card, base, item: ended };
}

/** The call was answered long ago; its card tells how its command really ended. */
function statusOf({ exit }: BackgroundEnd): Card['base'] {
  if (exit.endedBy !== undefined) return 'cancelled';
  return exit.exitCode === 0 ? 'completed' : 'failed';
}
