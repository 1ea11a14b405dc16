/** Whole seconds until a moment, both in epoch milliseconds; never below 0. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1000));
}

/** "in 12 s", "in 2 min 05 s", "now" */
export function countdownText(seconds: number): string {
  if (seconds === 0) return 'now';
  if (seconds < 60) return `in ${seconds} s`;
  return `in ${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** The same for the ear: changes each minute, then at ten seconds, not each second. */
export function spokenCountdown(seconds: number): string {
  if (seconds === 0) return 'now';
  if (seconds <= 10) return 'in ten seconds or less';
  if (seconds <= 60) return 'in a minute or less';
  return `in about ${Math.ceil(seconds / 60)} minutes`;
}
