import type { Result } from '../contracts/failure';

/** HTTP for model providers. A non-2xx status is a value, a broken connection a failure. */
export interface Http {
  post(request: HttpRequest, signal: AbortSignal): Promise<Result<HttpResponse>>;
  get(request: Omit<HttpRequest, 'body'>, signal: AbortSignal): Promise<Result<HttpResponse>>;
}

export interface HttpRequest {
  readonly url: string;
  /** May hold secrets; never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded UTF-8; rejects only with an `AbortError` or a connection error. */
  readonly body: AsyncIterable<string>;
}
