import type { Sentence } from '../base/sentence';
import type { Result } from '../contracts/failure';
import type { McpOffer } from '../contracts/mcp/servers';

/** A server as it is started: nothing is left to replace. */
export interface McpLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What is removed from all that it prints. */
  readonly confidential: readonly string[];
}

/** A server as it is reached over HTTP: nothing is left to replace. The values are confidential. */
export interface McpAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What nothing that it sends may show. */
  readonly confidential: readonly string[];
}

export type McpTarget = McpLaunch | McpAddress;

/** What a running server reports by itself. */
export interface McpEvents {
  /** A part of what it prints for its user; not redacted. */
  printed(text: string): void;
  /** Its list of tools may be another one. */
  toolsChanged(): void;
  /** Its list of resources or prompts may be another one. */
  offersChanged(): void;
  /** It has ended or was ended, and why; once. */
  ended(why: Sentence): void;
}

export interface McpCall {
  /** What is done; a call of a tool if absent. */
  readonly method?: 'resources/read' | 'prompts/get';
  /** Of the tool or prompt; the address of a resource, which only its server understands. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /** Asks the user what the server asks while it works on this; nothing of it is checked. */
  readonly ask: (params: unknown, signal: AbortSignal) => Promise<McpAnswer>;
}

/** What a field of a form can hold. */
export type FieldValue = string | number | boolean | string[];

/** What the user says to a question of a server, in the form of the protocol. */
export interface McpAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Of a form that was accepted. */
  readonly content?: Readonly<Record<string, FieldValue>>;
}

/** A server that answers (003-mcp-1). Nothing of what it sends has been checked. */
export interface McpConnection {
  readonly facts: McpServerFacts;
  /** The items of its whole list, and a sentence for each cap that was met. */
  listTools(signal: AbortSignal): Promise<Result<McpItems>>;
  /** The items of the whole list, up to caps. */
  listOffers(kind: McpOffer, signal: AbortSignal): Promise<Result<readonly unknown[]>>;
  /** Calls a tool, reads a resource or gets a prompt. */
  callTool(call: McpCall): Promise<Result<unknown>>;
  /** Ends it with all that it started; `now` waits for nothing. */
  end(how: 'gently' | 'now'): Promise<void>;
}

export interface McpServerFacts {
  readonly name: string;
  readonly version: string;
  /** Revision of the protocol that both speak. */
  readonly protocol: string;
  readonly era: 'legacy' | 'modern';
  readonly offers: readonly McpOffer[];
}

export interface McpItems {
  readonly items: readonly unknown[];
  readonly problems: readonly Sentence[];
}

/** Starts a server, or finds it at its address, and connects to it. */
export type ConnectMcp = (
  target: McpTarget,
  events: McpEvents,
  signal: AbortSignal,
) => Promise<Result<McpConnection>>;
