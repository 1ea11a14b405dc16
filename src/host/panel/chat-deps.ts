import type { PanelChange } from '../../core/contracts/panel';
import type { BackgroundCommands } from '../../core/ports/background-commands';
import type { Clock } from '../../core/ports/clock';
import type { PendingApprovals } from '../approvals/types';
import type { Attachment } from './attachments';
import type { ChatChangesDeps } from './chat-changes';
import type { AcpSessionDeps } from './chat-session';
import type { Transcript } from './transcript';

export interface ChatTabDeps extends AcpSessionDeps, ChatChangesDeps {
  readonly approvals: Pick<PendingApprovals, 'list' | 'cancelCall' | 'cancelSession'>;
  readonly background: Pick<BackgroundCommands, 'list'>;
  readonly clock: Clock;
  /** Id of the chosen model; empty when none is chosen. */
  readonly modelId: () => string;
  readonly onItems: (changes: readonly PanelChange[]) => void;
  /** Something of title, state, draft, queue or usage has changed. */
  readonly onState: () => void;
  /** The transcript is another one. */
  readonly onReset: () => void;
  /** The agent has said what it can be told. */
  readonly onCommands: () => void;
  readonly notify: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** What a chat begins with that goes on from before a message of another. */
export interface ChatFork {
  readonly title: string;
  readonly transcript: Transcript;
  /** Undefined when the other chat never had a session: there is nothing to go on from. */
  readonly sessionId: string | undefined;
  readonly sent: ReadonlyMap<string, readonly Attachment[]>;
}
