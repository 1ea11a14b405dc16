export interface Workspace {
  /** Canonical absolute paths of the open folders; empty when none is open. */
  roots(): readonly string[];
  /** With Gatehouse's files and the user's settings: no tool writes there (decision own-policy). */
  ownFolders(): readonly string[];
  /** Those of them with Gatehouse's database, logs and copies: no tool reads there either. */
  storageFolders(): readonly string[];
  /** True if the user trusts the workspace (decision 45). */
  isTrusted(): boolean;
  /** True if `a` and `A` are different files here. */
  caseSensitive(): boolean;
  separator(): '/' | '\\';
}

/** What the agent learns about the workspace besides its folders. */
export interface WorkspaceContext {
  /** Read each turn; never rejects. No rules without trust (decision untrusted-workspace). */
  read(signal: AbortSignal): Promise<WorkspaceFacts>;
}

export interface WorkspaceFacts {
  /** Short lines for the system prompt: "Branch: main", "Shell: bash". They seldom change. */
  readonly lines: readonly string[];
  /** AGENTS.md and its like, outermost folder first. */
  readonly rules: readonly RulesFile[];
  /** Paths of those that the last chat had read and that are not in force any more. */
  readonly goneRules?: readonly string[];
  /** Problems for the user: a file that was cut or could not be read. */
  readonly problems: readonly string[];
}

export interface RulesFile {
  /** Relative to its workspace folder, prefixed by that folder's name if there are several. */
  readonly path: string;
  /** Folder it applies to, `.` for the whole workspace. */
  readonly scope: string;
  /** Redacted. */
  readonly text: string;
  /** Differs after any change of the text. */
  readonly version: string;
  /** Set if it was added or changed after the last chat had read it. */
  readonly since?: 'added' | 'changed';
}
