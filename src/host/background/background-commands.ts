import { Emitter } from '../../adapters/system/emitter';
import type { BackgroundCommands, BackgroundStart, EndedCommand } from '../../core/ports/terminals';
import type { Disposable, Clock } from '../../core/ports/system';
import { TrackedCommand } from './background-command';

/** Limit on background commands per chat. */
const maxRunning = 8;
/** Limit on ended commands kept per chat. */
const maxEnded = 20;

interface ChatCommands {
  count: number;
  held: readonly TrackedCommand[];
}

/** Keeps the commands that run on after their call has answered (decisions 29, 38). */
export class HostBackgroundCommands implements BackgroundCommands {
  private readonly chats = new Map<string, ChatCommands>();
  private readonly changed = new Emitter<string>();

  constructor(private readonly clock: Clock) {}

  hasRoom(sessionId: string): boolean {
    return this.list(sessionId).filter(isRunning).length < maxRunning;
  }

  add(start: BackgroundStart): string | undefined {
    const { sessionId } = start;
    if (start.leftBy === undefined && !this.hasRoom(sessionId)) return undefined;
    const chat = this.chats.get(sessionId) ?? { count: 0, held: [] };
    this.chats.set(sessionId, chat);
    chat.count += 1;
    const onChange = (): void => {
      chat.held = withoutOldest(chat.held);
      if (this.chats.get(sessionId) === chat) this.changed.fire(sessionId);
    };
    const held = new TrackedCommand(`bg${String(chat.count)}`, start, this.clock, onChange);
    chat.held = [...chat.held, held];
    this.changed.fire(sessionId);
    return held.id;
  }

  list(sessionId: string): readonly TrackedCommand[] {
    return this.chats.get(sessionId)?.held ?? [];
  }

  takeEnded(sessionId: string): readonly EndedCommand[] {
    return this.list(sessionId).flatMap((command): readonly EndedCommand[] => {
      const end = command.end();
      if (end === undefined || !command.isUnreadEnd()) return [];
      command.markRead();
      return [{ ...end, id: command.id, command: command.command }];
    });
  }

  /** A visible property of a chat's commands has changed. */
  onDidChange(listener: (sessionId: string) => void): Disposable {
    return this.changed.event(listener);
  }

  /** Forgets a chat's commands; its terminals end them. */
  endSession(sessionId: string): void {
    if (this.chats.delete(sessionId)) this.changed.fire(sessionId);
  }
}

function isRunning(command: TrackedCommand): boolean {
  return command.end() === undefined;
}

/** All running commands and the last ended ones. */
function withoutOldest(held: readonly TrackedCommand[]): readonly TrackedCommand[] {
  const dropped = new Set(held.filter((command) => !isRunning(command)).slice(0, -maxEnded));
  return dropped.size === 0 ? held : held.filter((command) => !dropped.has(command));
}
