/** An address that a call asks, in the user's language. */
export interface CardAddress {
  readonly url: string;
  /** In Punycode, then as people read it. */
  readonly host: string;
  readonly query?: string;
  /** "composed by the model". */
  readonly origin: string;
  /** Set if it may carry data away. */
  readonly warning?: string;
}
