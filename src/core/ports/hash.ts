/** Hex digest of a UTF-8 text. */
export interface Hash {
  sha256(text: string): string;
}
