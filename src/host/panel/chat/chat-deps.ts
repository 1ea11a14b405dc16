import type { Result } from '../../../core/contracts/failure';
import type { AcpAgent } from '../../../core/ports/acp';
import type { Disposable, Clock } from '../../../core/ports/system';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { BackgroundCommands } from '../../../core/ports/terminals';
import type { PendingApprovals } from '../../approvals/pending';
import type { QuestionOf } from '../transcript/card-status';

/** The agent behind the chats, and what a session needs to begin and end. */
export interface ChatAgent {
  readonly acp: AcpAgent;
  /** The chosen model; the id is empty when there is none. */
  readonly model: () => { readonly id: string };
  /** Sets that the chosen model calls tools by fenced blocks (decision 35). */
  readonly useFencedTools: () => Promise<Result<void>>;
  /** Absolute folder of new sessions. */
  readonly cwd: () => string;
  /** A chat was closed: the running work of its session ends, stored data stays. */
  readonly endSession: (sessionId: string) => void;
}

/** Reports to the user, and to the log. */
export interface ChatReports {
  readonly notify: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** What all chats of a window share. */
export interface ChatDeps {
  readonly agent: ChatAgent;
  readonly approvals: Pick<
    PendingApprovals,
    'list' | 'cancelCall' | 'cancelSession' | 'onDidChange'
  >;
  readonly background: Pick<BackgroundCommands, 'list'> & {
    readonly onDidChange: (listener: (sessionId: string) => void) => Disposable;
  };
  readonly changes: Pick<FileChanges, 'files' | 'undoState' | 'onDidChange'>;
  readonly clock: Clock;
  /** What the command in a terminal has asked; undefined once it has ended. */
  readonly questionOf: QuestionOf;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
  readonly reports: ChatReports;
}
