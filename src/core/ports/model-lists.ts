import type { HttpProvider } from '../contracts/http-provider';
import type { Result } from '../contracts/result';

/** A model that a server says it has. */
export interface ListedModel {
  /** As the server knows it. */
  readonly name: string;
  readonly contextTokens?: number;
  readonly tools?: boolean;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** "7.6B · Q4_K_M" */
  readonly detail?: string;
}

/** What a server answered to a small question. */
export interface ConnectionReport {
  readonly url: string;
  /** Milliseconds to the first word. */
  readonly firstTokenMs: number;
  readonly answer: string;
  readonly usage: boolean;
}

/** Asks servers what they have. Failures name the place and the remedy and hold no key. */
export interface ModelLists {
  /** `/models`, `/v1/models`, `/api/tags`. */
  list(provider: HttpProvider, signal: AbortSignal): Promise<Result<readonly ListedModel[]>>;
  /** Asks the model for one short word. */
  test(modelId: string, signal: AbortSignal): Promise<Result<ConnectionReport>>;
}
