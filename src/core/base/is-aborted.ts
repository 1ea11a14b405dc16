/** Asks again: the compiler takes an earlier `signal.aborted` for settled, though it may change. */
export function isAborted(signal: { readonly aborted: boolean }): boolean {
  return signal.aborted;
}
