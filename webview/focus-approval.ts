/** Moves to the buttons of the oldest approval; focus never moves there by itself. */
export function focusApproval(): boolean {
  const button = document.querySelector<HTMLElement>('.approval [data-allow]');
  button?.scrollIntoView({ block: 'nearest' });
  button?.focus();
  return button !== null;
}
