import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { OverflowStore } from '../../../core/ports/conversations';
import { cutMiddle } from '../transcript/display-text';
import { toPlainOutput } from '../../window/neutral-text';
import type { ChatList } from '../chat/chat-list';
import type { Card } from '../transcript/card';
import { t } from '../../window/language';

/** As much as a page draws without a pause; `openOutput` shows all. */
const maxRawText = 200_000;

export interface OutputRequestDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly overflow: Pick<OverflowStore, 'read'>;
  /** Has the page show an item of the active chat. */
  readonly reveal: (itemId: string) => void;
  readonly notify: (message: string) => void;
}

/** The buttons of cards whose text is not the whole output; the page names cards, never content. */
export function outputRequests({ chats, overflow, reveal, notify }: OutputRequestDeps) {
  /** The last unanswered click on each card: only that one counts. */
  const clicks = new Map<string, symbol>();
  return {
    /** Switches between the output before filters and the text the model reads. */
    showRaw: async ({ itemId, isRaw }) => {
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
    /** Shows the earlier call with the same answer. */
    showRepeated: ({ itemId }) => {
      const { transcript } = chats.active;
      const earlier = transcript.cardOfCall(transcript.card(itemId)?.item.repeats ?? '');
      if (earlier === undefined) notify(t('The earlier call is no longer part of this chat.'));
      else reveal(earlier.item.id);
    },
  } satisfies Partial<PanelHandlers>;
}

/** The full output of a card that shows only a part; undefined when it is not kept.
 * `sessionId` is that of the card's chat.
 */
export async function wholeOutput(
  { item: { overflowId }, sessionId: ownSession, rawText }: Card,
  sessionId: string | undefined,
  store: Pick<OverflowStore, 'read'>,
): Promise<string | undefined> {
  const session = ownSession ?? sessionId;
  const isStored = overflowId !== undefined && session !== undefined;
  const whole = isStored ? await readOverflowText(store, session, overflowId) : undefined;
  return whole ?? rawText;
}

const sliceChars = 500_000;
const maxChars = 20_000_000;

/** The whole text of a card whose output was too long for the model; undefined when gone. */
export async function readOverflowText(
  store: Pick<OverflowStore, 'read'>,
  conversationId: string,
  id: string,
): Promise<string | undefined> {
  const parts: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined && offset < maxChars) {
    const slice = await store.read({ conversationId, id, offset, limit: sliceChars });
    if (!slice.ok) return parts.length === 0 ? undefined : parts.join('');
    parts.push(slice.value.text);
    const next: number | undefined = slice.value.nextOffset;
    offset = next !== undefined && next > offset ? next : undefined;
  }
  return parts.join('');
}
