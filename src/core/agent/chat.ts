import type { NoticeAction } from '../contracts/meta';
import type { Llm } from '../ports/llm';
import type { CallIds } from './call-ids';
import type { ContextBudget } from './context/budget';
import type { DoomLoop } from './doom-loop';
import type { History } from './history/history';
import type { KeptSpending } from './spending';
import type { RecordStart } from './stored/chat-record';
import type { TurnEnd } from './turn';
import type { SessionContext } from './turn-context';

/** What was so when the person sent a message, for a fork before it (DESIGN decision 44). */
export interface MessageMark {
  /** For `Runner.restore`. */
  readonly snapshot: unknown;
  /** What the person had run by hand and sent with it. */
  readonly notes: readonly HandRun[];
}

/** A call that the person ran by hand, as the model reads it. */
export interface HandRun {
  readonly toolCallId: string;
  readonly text: string;
}

/** What a chat begins with. */
export interface ChatStart {
  readonly history: History;
  readonly callIds: CallIds;
  readonly notes: readonly HandRun[];
  /** By message id. */
  readonly marks: ReadonlyMap<string, MessageMark>;
  /** Calls whose results have left the context: a mark may still know of them. */
  readonly forgotten: ReadonlySet<string>;
  /** Absolute folder it is held in. */
  readonly cwd: string;
  /** Of a chat that is stored. */
  readonly kept?: KeptChat;
}

/** What else is known of a chat that was stored. */
export interface KeptChat {
  readonly record: RecordStart;
  readonly unfinished: TurnEnd['unfinished'];
  readonly offers: NoticeAction | undefined;
  readonly model: string | undefined;
  readonly told: readonly string[];
  readonly spending: KeptSpending;
  readonly messages: number;
  readonly contextSize: number | undefined;
}

/** One chat, with what changes in it. */
export interface Chat extends SessionContext {
  readonly id: string;
  readonly cwd: string;
  budget: ContextBudget;
  /** What the person ran by hand, for the model to read with the next message. */
  notes: readonly HandRun[];
  marks: ReadonlyMap<string, MessageMark>;
  readonly forgotten: Set<string>;
  /** How the last turn was left, where it can go on. */
  unfinished: TurnEnd['unfinished'];
  /** What the last turn offered, until it goes on. */
  offers: TurnEnd['offers'];
  /** Watches the rounds of the last message. */
  watch: DoomLoop;
  /** A turn runs: what a crash leaves so did not end. */
  atWork: boolean;
  /** The model that was asked last. */
  llm: Llm | undefined;
  /** Its id, also where it was asked by another window. */
  model: string | undefined;
  /** What that model takes, as the client was told last. */
  readonly contextSize: number | undefined;
  /** How many messages of the person it shows. */
  messages: number;
  /** What needs to be said only once in a chat, and was. */
  readonly told: Set<string>;
}
