/** Reads it again: the compiler assumes that `signal.aborted` does not change. */
export function isAborted(signal: { readonly aborted: boolean }): boolean {
  return signal.aborted;
}
