/** What the status bar says of the approvals that wait. */
export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  readonly label: string;
  readonly attention: boolean;
}

export function statusText(waiting: number): StatusText {
  if (waiting === 0) {
    const idle = 'Gatehouse: no approval waits';
    return { text: '$(shield) Gatehouse', tooltip: idle, label: idle, attention: false };
  }
  const approvals = waiting === 1 ? '1 approval waits' : `${String(waiting)} approvals wait`;
  return {
    text: `$(shield) Gatehouse: ${String(waiting)} waiting`,
    tooltip: `Gatehouse: ${approvals} for you. Click to see them.`,
    label: `Gatehouse: ${approvals} for you`,
    attention: true,
  };
}
