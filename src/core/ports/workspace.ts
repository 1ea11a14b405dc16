/** The folders a session may touch. */
export interface Workspace {
  /** Canonical absolute paths of the open folders; empty when none is open. */
  roots(): readonly string[];
  /**
   * Canonical folders that hold our own files and the person's settings: no tool writes there,
   * whatever is allowed (decision own-policy).
   */
  ownFolders(): readonly string[];
  /** True when the person trusts the workspace (decision 45). */
  isTrusted(): boolean;
  /** True when `a` and `A` are different files here. */
  caseSensitive(): boolean;
  /** Path separator of this machine. */
  separator(): '/' | '\\';
}

/** What the agent is told of the workspace beside its folders. */
export interface WorkspaceContext {
  /**
   * Read anew at the start of each turn; never rejects. An untrusted workspace has no rules
   * (decision untrusted-workspace).
   */
  read(signal: AbortSignal): Promise<WorkspaceFacts>;
}

export interface WorkspaceFacts {
  /** Short lines for the system prompt: "Branch: main", "Shell: bash". They seldom change. */
  readonly lines: readonly string[];
  /** AGENTS.md and its like, outermost folder first. */
  readonly rules: readonly RulesFile[];
  /** What the person should know: a file that was cut or could not be read. */
  readonly problems: readonly string[];
}

export interface RulesFile {
  /**
   * Relative to its workspace folder, with that folder's name before it where there are several.
   */
  readonly path: string;
  /** Folder it holds for, `.` for the whole workspace. */
  readonly scope: string;
  /** Redacted. */
  readonly text: string;
}
