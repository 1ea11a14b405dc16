import type { AuditViewMessage, AuditMove } from '../../src/core/contracts/audit/page';

/** An element that the host rendered; a missing one is a bug. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

const types: ReadonlySet<unknown> = new Set<AuditViewMessage['type']>([
  'restore',
  'tools',
  'busy',
  'rows',
  'unfolded',
  'copied',
]);

/** The page also receives messages from other senders; ours are recognized by their type. */
export function isAuditMessage(data: unknown): data is AuditViewMessage {
  return typeof data === 'object' && data !== null && 'type' in data && types.has(data.type);
}

const moves: readonly AuditMove[] = ['first', 'previous', 'next', 'last'];

/** The paging buttons; an unavailable one keeps the focus and does nothing. */
export function createPageButtons(
  turn: (to: AuditMove) => void,
): (open: readonly AuditMove[]) => void {
  const buttons = moves.flatMap((to) => {
    const button = document.querySelector<HTMLElement>(`[data-move="${to}"]`);
    return button ? [{ to, button }] : [];
  });
  for (const { to, button } of buttons) {
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') turn(to);
    });
  }
  return (open) => {
    for (const { to, button } of buttons) {
      button.setAttribute('aria-disabled', String(!open.includes(to)));
    }
  };
}
