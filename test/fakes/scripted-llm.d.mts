import type { IncomingHttpHeaders } from 'node:http';

/** What the server answers to one request. */
export interface ScriptedStep {
  readonly text?: string;
  readonly thought?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Finish reason; by default it follows from the calls. */
  readonly finish?: string;
  /** Milliseconds before anything is sent. */
  readonly delayMs?: number;
  /** Milliseconds between pieces. */
  readonly chunkMs?: number;
  /** Breaks the connection instead of finishing. */
  readonly cut?: boolean;
  /** Sends the pieces, then nothing more. */
  readonly hang?: boolean;
  /** Sent as data after the pieces, instead of an end. */
  readonly garbage?: string;
  /** An error object in the stream, after the pieces, instead of an end. */
  readonly error?: unknown;
  /** Answers this status instead of a stream. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body beside `status`; text is sent as it is. */
  readonly body?: unknown;
}

export interface ScriptedCall {
  /** By default a new one. */
  readonly id?: string;
  readonly name: string;
  /** Text is sent as it is. */
  readonly args?: unknown;
}

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly {
      readonly role: string;
      readonly content: string | null;
      readonly tool_call_id?: string;
      readonly tool_calls?: readonly { readonly id: string }[];
    }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
  /** Why the history was refused with 400. */
  readonly problem: string | undefined;
}

export interface ScriptedLlm {
  readonly port: number;
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  push(...steps: readonly ScriptedStep[]): void;
  close(): Promise<void>;
}

export interface ScriptedLlmOptions {
  readonly steps?: readonly ScriptedStep[];
  /** By default a free one. */
  readonly port?: number;
  /** When set, any other key answers 401. */
  readonly key?: string;
}

export function startScriptedLlm(options?: ScriptedLlmOptions): Promise<ScriptedLlm>;
