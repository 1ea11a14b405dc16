import type { CallItem, CardRollback } from '../../core/contracts/panel';
import type { Card } from './call-card';

/** A card that says whether its changes can be undone, or were; itself when it says so already. */
export function withUndo(card: Card, undo: CallItem['undo']): Card {
  const { undo: before, ...item } = card.item;
  if (before === undo) return card;
  return { ...card, item: undo === undefined ? item : { ...item, undo } };
}

/** Says that a command can be rolled back, or was; undefined takes the offer back. */
export function withRollback(rollback: CardRollback | undefined) {
  return ({ rollback: _before, ...item }: CallItem): CallItem =>
    rollback === undefined ? item : { ...item, rollback };
}
