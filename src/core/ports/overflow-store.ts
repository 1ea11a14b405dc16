import type { Result } from '../contracts/result';

/** Full texts too long for the model (003 Output Overflow), scoped to one conversation. */
export interface OverflowStore {
  /** Settles when the text is durable; answers the uuid. */
  put(entry: { readonly conversationId: string; readonly text: string }): Promise<Result<string>>;
  /** `unavailable` when the id is unknown or belongs to another conversation. */
  read(request: OverflowRead): Promise<Result<OverflowSlice>>;
}

export interface OverflowRead {
  readonly conversationId: string;
  readonly id: string;
  /** In characters. */
  readonly offset: number;
  readonly limit: number;
  /** Answers only lines that contain this text. */
  readonly search?: string;
}

export interface OverflowSlice {
  readonly text: string;
  readonly totalChars: number;
  /** Offset of the next slice, undefined at the end. */
  readonly nextOffset?: number;
}
