/** Steps through what was sent before, newest first, as a shell does with its history. */
export interface Recalled {
  /** 0 is the newest message; -1 none. */
  readonly index: number;
  readonly text: string;
}

/** Where one step leads; undefined when the key should do what it always does. */
export function recall(
  sent: readonly string[],
  current: Recalled,
  step: 1 | -1,
): Recalled | undefined {
  const index = current.index + step;
  if (index < -1) return undefined;
  if (index === -1) return { index, text: '' };
  const text = sent.at(-1 - index);
  return text === undefined ? undefined : { index, text };
}
