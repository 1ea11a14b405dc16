import { errorCodeOf } from './disk-failure';

const code = 'LOST_LOCK';

/** For a write that ended when others may have taken this window for dead: it is not acknowledged. */
export function lostLock(): Error {
  return Object.assign(new Error('The machine slept in the middle of a write.'), { code });
}

export function isLostLock(error: unknown): boolean {
  return errorCodeOf(error) === code;
}
