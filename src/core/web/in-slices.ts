/** So much of a page is read at once. */
const sliceLength = 65_536;

/** Lets others work between two slices, and ends the work when it was cancelled or takes too long. */
export interface Slicing {
  readonly pause: () => Promise<void>;
  readonly isOver: () => boolean;
}

/** Hands a page to its reader in slices, of whole characters. False when its time is over. */
export async function inSlices(
  page: string,
  reader: { write(chunk: string): void },
  { pause, isOver }: Slicing,
): Promise<boolean> {
  for (let at = 0; at < page.length;) {
    if (isOver()) return false;
    const from = at;
    at += sliceLength;
    if (isHighSurrogate(page.charCodeAt(at - 1))) at -= 1;
    reader.write(page.slice(from, at));
    await pause();
  }
  return !isOver();
}

/** The first half of a character of two. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
