import { inEnglish, type Sentence } from '../../base/sentence';
import type { NoticeAction } from '../../contracts/chats/acp';
import type { AcpOutbox } from '../acp/outbox';

/** Notices that a chat shows only once, until `/clear`. */
export class ShownNotices {
  private readonly shown: Set<string>;

  constructor(
    private readonly outbox: Pick<AcpOutbox, 'notice'>,
    stored: readonly string[] = [],
  ) {
    this.shown = new Set(stored);
  }

  get keys(): ReadonlySet<string> {
    return this.shown;
  }

  /** `key`: what makes it the same notice, if not its text. */
  showOnce(
    level: 'info' | 'warning',
    text: Sentence,
    {
      key = inEnglish(text),
      action,
    }: { readonly key?: string; readonly action?: NoticeAction } = {},
  ): void {
    const more = action === undefined ? {} : { action };
    if (!this.shown.has(key)) this.outbox.notice(level, text, more);
    this.shown.add(key);
  }

  skip(text: Sentence): void {
    this.shown.add(inEnglish(text));
  }

  clear(): void {
    this.shown.clear();
  }
}
