import type { BackgroundCommands, EndedCommand } from '../../core/ports/terminals';
import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import { trackCommand, type TrackedCommand } from './background-command';

/** Limit on background commands per chat. */
const maxRunning = 8;
/** Limit on ended commands kept per chat. */
const maxEnded = 20;

/** The port, with what only the host uses. */
export interface HostBackgroundCommands extends BackgroundCommands {
  /** A visible property of a chat's commands has changed. */
  onDidChange(listener: (sessionId: string) => void): Disposable;
  /** Forgets a chat's commands; its terminals end them. */
  endSession(sessionId: string): void;
}

interface ChatCommands {
  count: number;
  held: readonly TrackedCommand[];
}

/** Keeps the commands that run on after their call has answered (decisions 29, 38). */
export function createBackgroundCommands(clock: Clock): HostBackgroundCommands {
  const chats = new Map<string, ChatCommands>();
  const listeners = new Set<(sessionId: string) => void>();
  const heldBy = (sessionId: string): readonly TrackedCommand[] => chats.get(sessionId)?.held ?? [];
  const hasRoom = (sessionId: string): boolean =>
    heldBy(sessionId).filter(isRunning).length < maxRunning;
  const changed = (sessionId: string): void => {
    for (const listener of listeners) listener(sessionId);
  };
  return {
    hasRoom,
    add: (start) => {
      const { sessionId } = start;
      if (!hasRoom(sessionId)) return undefined;
      const chat = chats.get(sessionId) ?? { count: 0, held: [] };
      chats.set(sessionId, chat);
      chat.count += 1;
      const onChange = (): void => {
        chat.held = withoutOldest(chat.held);
        if (chats.get(sessionId) === chat) changed(sessionId);
      };
      const held = trackCommand(`bg${String(chat.count)}`, start, { clock, onChange });
      chat.held = [...chat.held, held];
      changed(sessionId);
      return held.id;
    },
    list: heldBy,
    takeEnded: (sessionId) =>
      heldBy(sessionId).flatMap((command): readonly EndedCommand[] => {
        const end = command.end();
        if (end === undefined || !command.isUnreadEnd()) return [];
        command.markRead();
        return [{ ...end, id: command.id, command: command.command }];
      }),
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    endSession: (sessionId) => {
      if (chats.delete(sessionId)) changed(sessionId);
    },
  };
}

function isRunning(command: TrackedCommand): boolean {
  return command.end() === undefined;
}

/** All running commands and the last ended ones. */
function withoutOldest(held: readonly TrackedCommand[]): readonly TrackedCommand[] {
  const dropped = new Set(held.filter((command) => !isRunning(command)).slice(0, -maxEnded));
  return dropped.size === 0 ? held : held.filter((command) => !dropped.has(command));
}
