import type { JsonObject } from '../../core/contracts/json';

export type VscodePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string }
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly name: string;
      readonly input: JsonObject;
    }
  | { readonly kind: 'result'; readonly callId: string; readonly text: string };

/** There is no system role: a system prompt is sent as the first user message. */
export interface VscodeMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly VscodePart[];
}

export interface VscodeTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface VscodeRequest {
  readonly messages: readonly VscodeMessage[];
  readonly tools: readonly VscodeTool[];
}

/** Parts of a VS Code model's answer; `other` is one that only newer versions know. */
export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly kind: 'other' };

/** One of VS Code's language models: `vscode.LanguageModelChat` without its classes. */
export interface VscodeChat {
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
  readonly maxInputTokens: number;
  /** Undefined when this version of VS Code does not report it. */
  readonly takesTools: boolean | undefined;
  readonly takesImages: boolean | undefined;
  /** Rejects as VS Code does; an abort cancels VS Code's own request. */
  send(request: VscodeRequest, signal: AbortSignal): Promise<AsyncIterable<AnswerPart>>;
}
