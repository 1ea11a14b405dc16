import type { Clock } from '../../core/ports/clock';

/** A time that may stand in a file name. */
export function stampOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
}
