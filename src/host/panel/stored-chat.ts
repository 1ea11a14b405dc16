import type { SessionUpdate } from '../../core/contracts/acp';
import type { TranscriptItem } from '../../core/contracts/panel';

/** What stands between a stored chat and the person, until it is loaded; the page makes it. */
export interface StoredChat {
  /** Shown in place of the transcript. */
  readonly items: readonly TranscriptItem[];
  /** Why no message can be sent now. */
  readonly refusal: string;
  /** An update of its session; false: it goes into the transcript as any other. */
  take(update: SessionUpdate): boolean;
  /** Does what its notice offers. */
  act(): void;
  /** The chat is active: loads it, when that has not been tried. */
  show(): void;
}
