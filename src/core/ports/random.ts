/** Chance, for jitter. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
}
