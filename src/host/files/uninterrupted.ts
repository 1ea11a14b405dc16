/** For what must be finished once a change is made: that it is looked at, and put on record. */
export function uninterrupted(): AbortSignal {
  return new AbortController().signal;
}
