import type { PermissionLevel } from '../contracts/permission-level';
import type { Policy } from '../contracts/policy/policy';
import type { Disposable } from './system';
import type { SetLevels, ToolTrust } from '../contracts/tool-spec';
import type { Result } from '../contracts/failure';

/** The policy in force; it is replaced atomically. */
export interface PolicySource {
  /** The current policy; with a session, including the rules granted to it. */
  current(sessionId?: string): Policy;
  /** Fires after a change: pending calls are judged again. */
  onDidChange(listener: () => void): Disposable;
}

/** How far each tool is trusted in a chat; only the user changes it (decisions 40 and 57). */
export interface TrustLevels {
  /** `toolId`: its canonical id. */
  levelOf(sessionId: string, toolId: string): ToolTrust;
}

/** The levels of the open chats; each chat stores its own (decision 57). */
export interface ChatTrust {
  /** What the user has set in a chat. */
  levels(sessionId: string): SetLevels;
  /** Sets the levels of a chat that opens. `save` stores each later change with the chat. */
  open(sessionId: string, levels: SetLevels, save: SaveLevels): void;
  /** Call when a chat was deleted. */
  forget(sessionId: string): void;
}

/** Resolves when the levels are stored. */
export type SaveLevels = (levels: SetLevels) => Promise<void>;

/** The permission levels of the open chats; each chat stores its own, and only the user sets it. */
export interface ChatPermissions {
  levelOf(sessionId: string): PermissionLevel;
  /** A chat opens: with its level, or as a new chat. `save` stores each later change with the chat. */
  open(sessionId: string, level: PermissionLevel | undefined, save: () => Promise<void>): void;
  /** Call when a chat was deleted. */
  forget(sessionId: string): void;
}

/** Regular expressions written by the user, run with limits on length and time. */
export interface Patterns {
  /** True if the expression matches somewhere; a failure if it is too slow or invalid. */
  search(pattern: string, text: string): Result<boolean>;
}
