import type { OverflowStore } from '../../core/ports/overflow-store';
import type { Card } from './call-card';
import { readOverflowText } from './overflow-text';

/**
 * The whole output behind a card whose text is only a part of it; undefined when it is not kept, or
 * no longer. `sessionId` is that of the card's chat.
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
