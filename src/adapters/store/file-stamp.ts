import type { Clock } from '../../core/ports/clock';

/** A time that may stand in a file name. */
export function fileTimestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
}
