import type { OverflowStore } from '../../core/ports/overflow-store';
import { cutMiddle, toPlainOutput } from './card-text';
import type { ChatList } from './chats';
import { wholeOutput } from './raw-output';

/** In characters: what a page draws without a pause; `openOutput` shows all. */
const maxRawText = 200_000;

export interface OutputActionDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly overflow: Pick<OverflowStore, 'read'>;
  /** Has the page show an item of the active chat. */
  readonly reveal: (itemId: string) => void;
  readonly notify: (message: string) => void;
}

/** What a card does whose text is not the whole output; the page names cards, never content. */
export interface OutputActions {
  /** Shows the output before filters in place of what the model reads, or that again. */
  showRaw(itemId: string, isRaw: boolean): Promise<void>;
  /** Shows the earlier call that was answered the same. */
  showRepeated(itemId: string): void;
}

export function createOutputActions(deps: OutputActionDeps): OutputActions {
  const { chats, overflow, reveal, notify: tell } = deps;
  /** The last click on each card that is not answered yet: it alone counts. */
  const clicks = new Map<string, symbol>();
  return {
    showRaw: async (itemId, isRaw) => {
      const { active } = chats;
      const card = active.transcript.card(itemId);
      if (card?.item.filter === undefined) return;
      const click = Symbol();
      clicks.set(itemId, click);
      const whole = isRaw ? await wholeOutput(card, active.sessionId, overflow) : undefined;
      if (clicks.get(itemId) !== click) return;
      clicks.delete(itemId);
      const shown = whole === undefined ? null : cutMiddle(toPlainOutput(whole), maxRawText);
      active.changeCard(itemId, ({ raw: _before, ...item }) =>
        isRaw ? { ...item, raw: shown } : item,
      );
    },
    showRepeated: (itemId) => {
      const { transcript } = chats.active;
      const earlier = transcript.cardOfCall(transcript.card(itemId)?.item.repeats ?? '');
      if (earlier === undefined) tell('The earlier call is no longer part of this chat.');
      else reveal(earlier.item.id);
    },
  };
}
