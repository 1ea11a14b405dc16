import { dense } from '../../../core/contracts/schema-parts';
import type { CallItem } from '../../../core/contracts/panel/state';
import type { AnnouncedCall, Card } from './card';

/** A past call of a chat, for the explanation of its decision. */
export interface PastCall
  extends AnnouncedCall, Pick<CallItem, 'origin' | 'title' | 'status' | 'failure'> {
  /** Id of its card. */
  readonly id: string;
}

/** Undefined for a card whose call has not been announced. */
export function pastCall(card: Card | undefined): PastCall | undefined {
  if (card?.call === undefined) return undefined;
  const { id, origin, title, status, failure } = card.item;
  return { id, origin, title, status, ...dense({ failure }), ...card.call };
}

/** The announced calls of a chat, newest first. */
export function pastCalls(cards: readonly Card[]): readonly PastCall[] {
  return cards.flatMap((card) => pastCall(card) ?? []).reverse();
}
