import type { AuditMove } from '../../src/core/contracts/audit-view';

const moves: readonly AuditMove[] = ['first', 'previous', 'next', 'last'];

/** The buttons that turn pages: those that lead nowhere keep the focus, and do nothing. */
export function createPageButtons(turn: (to: AuditMove) => void): (open: readonly AuditMove[]) => void {
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
