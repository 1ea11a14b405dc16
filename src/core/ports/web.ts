import type { Result, Failure } from '../contracts/failure';

/** Which of the checks refused an address: a refusal names it. */
export type WebLayer = 'url' | 'domains' | 'lookup' | 'redirect' | 'connection' | 'proxy';

/** Reads public pages. All rules on what may be reached are inside: no caller can loosen them. */
export interface Web {
  /**
   * One GET over https; redirects are followed by hand, at most 3, each judged again. `document` is
   * cut at `maxBytes` decompressed bytes. A status of 400 or more is a failure with its category.
   */
  get(request: WebRequest, signal: AbortSignal): Promise<WebAnswer>;
  /** Readable text of a document: HTML as Markdown or plain text, other text as it is. Works in slices. */
  readable(
    document: WebDocument,
    format: 'markdown' | 'text' | 'raw',
    signal: AbortSignal,
  ): Promise<Result<ReadablePage>>;
  /** The elements that a CSS selector matches; links are absolute. Works in slices. */
  select(
    document: WebDocument,
    query: ElementQuery,
    signal: AbortSignal,
  ): Promise<Result<SelectedElements>>;
}

/** Layer 1 and the user's domains, for the gate: without a lookup, at once. */
export interface WebAddresses {
  /** Undefined when the address may be asked for; otherwise why not. */
  refusal(url: string): { readonly layer: WebLayer; readonly failure: Failure } | undefined;
  /** True when a proxy would carry the request, so that lookups cannot be checked (decision 64). */
  isProxied(url: string): boolean;
}

export interface WebRequest {
  readonly url: string;
  /** Lowers `gatehouse.scrape.maxBodyBytes`; never raises it. */
  readonly maxBytes?: number;
}

/** What happened on the way, also of a request that failed. Credentials are redacted from URLs. */
export interface WebVisit {
  readonly url: string;
  /** Of the last request, when redirects led elsewhere. */
  readonly finalUrl?: string;
  /** Addresses that were dialled, in order. */
  readonly addresses: readonly string[];
  readonly redirects: readonly string[];
  readonly status?: number;
  /** Decompressed bytes that were read. */
  readonly bytes?: number;
  /** Set when a check refused it. */
  readonly refusedBy?: WebLayer;
}

export type WebAnswer = Result<WebDocument> & { readonly visit: WebVisit };

export interface WebDocument {
  /** Of the last request: what relative links are relative to. */
  readonly url: string;
  /** Lower case, without parameters; '' if the server sent none. */
  readonly mediaType: string;
  /** As the header names it. */
  readonly charset?: string;
  readonly body: Uint8Array;
  /** True when the body was longer than the cap. */
  readonly isCut: boolean;
  /** When its reader must be done, by `Clock.monotonic`. */
  readonly endsAt: number;
}

/** What is to be known of a document that was read. */
export interface PageNotes {
  readonly title?: string;
  /** What was left out. */
  readonly cut?: { readonly characters: number };
  /** How many invisible characters were removed; absent for none. */
  readonly removed?: number;
  /** Its name of a charset that is not known, so that it was read as UTF-8. */
  readonly unknownCharset?: string;
  /** What it is, if it is no text and was not decoded: `PDF document`. */
  readonly undecoded?: string;
}

export interface ReadablePage extends PageNotes {
  readonly text: string;
}

export interface ElementQuery {
  /** One CSS selector, at most 256 characters. */
  readonly select: string;
  /** `text`, `html` or `attr:<name>`. */
  readonly extract: string;
  readonly limit: number;
}

export interface SelectedElements extends PageNotes {
  readonly items: readonly string[];
  /** How many matched in all, at most counted. */
  readonly found: number;
}
