import type { IncomingHttpHeaders } from 'node:http';

/** The wire is chosen by the path that is asked. */
export type ScriptedWire = 'openai' | 'anthropic' | 'ollama';

/** Tokens; by default 10 in and 5 out. */
export interface ScriptedUsage {
  /** All that was read, cached or not. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  /** Anthropic's wire alone. */
  readonly cacheWrite?: number;
  /** OpenAI's wire alone. */
  readonly reasoning?: number;
}

/** What the server says it has. */
export interface ScriptedModel {
  readonly name: string;
  readonly contextTokens?: number;
  readonly tools?: boolean;
  readonly images?: boolean;
  readonly reasoning?: boolean;
}

/** What the server answers to one request. */
export interface ScriptedStep {
  readonly text?: string;
  readonly thought?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly usage?: ScriptedUsage;
  /** Finish reason of the wire; by default it follows from the calls. */
  readonly finish?: string;
  /** Milliseconds before anything is sent. */
  readonly delayMs?: number;
  /** Milliseconds between pieces. */
  readonly chunkMs?: number;
  /** Goes on after that many pieces only once the promise is settled. */
  readonly hold?: { readonly after: number; readonly until: Promise<void> };
  /** Breaks the connection instead of finishing. */
  readonly cut?: boolean;
  /** Ends the answer well, but without the wire's own end. */
  readonly unfinished?: boolean;
  /** Sends the pieces, then nothing more. */
  readonly hang?: boolean;
  /** Sent as data after the pieces, instead of an end. */
  readonly garbage?: string;
  /** An error object in the stream, after the pieces, instead of an end. */
  readonly error?: unknown;
  /** Answers this status instead of a stream. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Body next to `status`; text is sent as it is. */
  readonly body?: unknown;
}

export interface ScriptedCall {
  /** By default a new one. */
  readonly id?: string;
  readonly name: string;
  /** Text is sent as it is. */
  readonly args?: unknown;
}

export interface RecordedImage {
  /** Ollama's wire has none. */
  readonly mediaType?: string;
  readonly data: string;
}

export interface RecordedRequest {
  readonly wire: ScriptedWire;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As OpenAI's wire has it; the others' is alike as far as tests read it. */
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
  readonly images: readonly RecordedImage[];
  /** Why the history was refused with 400. */
  readonly problem: string | undefined;
}

export interface ScriptedLlm {
  readonly port: number;
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** `http://127.0.0.1:PORT`, for Anthropic's and Ollama's wires. */
  readonly rootUrl: string;
  readonly requests: readonly RecordedRequest[];
  push(...steps: readonly ScriptedStep[]): void;
  /** Drops the steps that have not been requested yet. */
  forget(): void;
  close(): Promise<void>;
}

export interface ScriptedLlmOptions {
  readonly steps?: readonly ScriptedStep[];
  /** By default a free one. */
  readonly port?: number;
  /** When set, any other key answers 401. */
  readonly key?: string;
  /** By default one, `scripted`, of which nothing is known. */
  readonly models?: readonly ScriptedModel[];
}

export function startScriptedLlm(options?: ScriptedLlmOptions): Promise<ScriptedLlm>;

/** The messages of a 200 answer, framed; nothing ends them when the step is cut short. */
export function scriptedStream(
  wire: ScriptedWire,
  step: ScriptedStep,
  count?: number,
): readonly string[];
