import type { PermissionLevel } from '../../core/contracts/permission-level';
import type { ChatPermissions } from '../../core/ports/policy';
import type { Disposable } from '../../core/ports/system';
import { Emitter } from '../../adapters/system/emitter';

interface ChatLevel {
  readonly level: PermissionLevel;
  readonly save: () => Promise<void>;
}

/** What the user did to the level of a chat. */
export interface ChangedPermission {
  readonly sessionId: string;
  readonly before: PermissionLevel;
  readonly level: PermissionLevel;
}

/**
 * The permission levels of the chats of this window (decision 58); only a user command calls `set`.
 * A chat keeps its level: the setting is that of new chats.
 */
export class HostPermissionLevels implements ChatPermissions, Disposable {
  private readonly chats = new Map<string, ChatLevel>();
  private readonly changed = new Emitter();
  private readonly wasSet = new Emitter<ChangedPermission>();

  constructor(private readonly ofNewChats: () => PermissionLevel) {}

  /** Without a chat, the level of new chats. */
  levelOf(sessionId: string | undefined): PermissionLevel {
    const chat = sessionId === undefined ? undefined : this.chats.get(sessionId);
    return chat?.level ?? this.ofNewChats();
  }

  /** Holds from the next call of the chat on; resolves when it is stored. */
  async set(sessionId: string, level: PermissionLevel): Promise<void> {
    const chat = this.chats.get(sessionId);
    if (chat === undefined || chat.level === level) return;
    this.chats.set(sessionId, { ...chat, level });
    this.changed.fire();
    this.wasSet.fire({ sessionId, before: chat.level, level });
    await chat.save();
  }

  open(sessionId: string, level: PermissionLevel | undefined, save: () => Promise<void>): void {
    this.chats.set(sessionId, { level: level ?? this.ofNewChats(), save });
    this.changed.fire();
  }

  forget(sessionId: string): void {
    if (this.chats.delete(sessionId)) this.changed.fire();
  }

  /** Not for pending calls: they keep the level they began with. */
  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  /** Fires when the user has changed a level; not when a chat is opened or forgotten. */
  onDidSet(listener: (changed: ChangedPermission) => void): Disposable {
    return this.wasSet.event(listener);
  }

  dispose(): void {
    this.changed.dispose();
    this.wasSet.dispose();
    this.chats.clear();
  }
}
