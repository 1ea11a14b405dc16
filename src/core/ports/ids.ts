/** Fresh random UUIDs (version 4). */
export interface Ids {
  uuid(): string;
}
