import type { Sentence } from '../../base/sentence';
import type { McpProgramConfig } from './servers';

/** The files of an open folder that may name servers: where two name one, the first wins. */
export const workspaceServerFiles = ['.vscode/mcp.json', '.mcp.json'] as const;

/** A value that the user types or picks before a server of a workspace starts (003-mcp-4). */
export interface McpInput {
  readonly id: string;
  readonly description: string;
  readonly password: boolean;
  /** For a `pickString`. */
  readonly options?: readonly string[];
  readonly initial?: string;
}

/** A server as a file of an open folder names it; nothing of it has been approved (003-mcp-4). */
export interface WorkspaceServer {
  readonly name: string;
  /** The open folder, canonical. */
  readonly folder: string;
  /** The file below the folder, with `/`. */
  readonly file: string;
  readonly config: McpProgramConfig;
  /** The folder that it runs in, or why there is none. */
  readonly cwd: string | undefined;
  /** Variables of its `envFile`, as they are. */
  readonly envFile: Readonly<Record<string, string>>;
  /** The inputs that its texts name. */
  readonly inputs: readonly McpInput[];
  /** Keys of its entry that have no meaning here. */
  readonly ignored: readonly string[];
  readonly approved: ApprovedParts;
  /** Of all that an approval covers. */
  readonly digest: string;
}

/**
 * What an approval is for, as it is kept in the user's storage to show a difference later: no value
 * of a variable, only its digest.
 */
export interface ApprovedParts {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly envFile: string;
  readonly inputs: readonly string[];
  /** Name and digest of its text, sorted by name. */
  readonly variables: readonly (readonly [string, string])[];
}

export interface WorkspaceReading {
  readonly servers: readonly WorkspaceServer[];
  readonly problems: readonly Sentence[];
}

/** What the user reads before a server of a workspace may start (003-mcp-4). */
export interface ApprovalText {
  readonly lines: readonly Sentence[];
  /** Longer than a dialog can show, so it is never approved. */
  readonly isTooLong: boolean;
}
