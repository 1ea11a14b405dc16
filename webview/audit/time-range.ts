import type { AuditForm } from '../../src/core/contracts/audit/page';

export interface TimeRange {
  /** ISO 8601, UTC; inclusive. */
  readonly from?: string;
  /** Exclusive. */
  readonly to?: string;
}

const hour = 3_600_000;

/** The chosen time as a range, in the user's time zone. */
export function timeRange({ time, from, to }: AuditForm, now: number): TimeRange {
  switch (time) {
    case 'all':
      return {};
    case 'hour':
      return { from: iso(now - hour) };
    case 'today':
      return { from: iso(midnight(now, 0)) };
    case 'week':
      return { from: iso(midnight(now, 6)) };
    case 'custom':
      return { ...bound('from', from), ...bound('to', to) };
  }
}

/** True when the range depends on the current time. */
export function isRolling(time: AuditForm['time']): boolean {
  return time === 'hour' || time === 'today' || time === 'week';
}

/** The beginning of the day so many days ago; days are not all 24 hours long. */
function midnight(now: number, daysAgo: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo).getTime();
}

/** A `datetime-local` text has no zone, and is read in the time zone of the page. */
function bound(name: keyof TimeRange, text: string): TimeRange {
  const time = Date.parse(text);
  return Number.isNaN(time) ? {} : { [name]: iso(time) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** `2026-01-02 03:04:05` in the time zone of the page; undefined when it is not a valid time. */
export function localTime(ts: string): string | undefined {
  const time = new Date(ts);
  if (Number.isNaN(time.getTime())) return undefined;
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':')}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
