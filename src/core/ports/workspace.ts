/** The folders a session may touch. */
export interface Workspace {
  /** Canonical absolute paths of the open folders; empty when none is open. */
  roots(): readonly string[];
  /**
   * Canonical folders that hold our own files and the person's settings: no tool writes there,
   * whatever is allowed (DESIGN section 6).
   */
  ownFolders(): readonly string[];
  /** True when the person trusts the workspace (DESIGN decision 45). */
  isTrusted(): boolean;
  /** True when `a` and `A` are different files here. */
  caseSensitive(): boolean;
  /** Path separator of this machine. */
  separator(): '/' | '\\';
}
