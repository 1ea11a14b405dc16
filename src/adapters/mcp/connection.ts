import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Client,
  type jsonSchemaValidator,
  type RequestOptions,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import { say } from '../../core/base/sentence';
import { fail, failure, succeed, type Failure, type Result } from '../../core/contracts/failure';
import { toList } from '../../core/contracts/json';
import { mcpOffers, type McpOffer } from '../../core/contracts/mcp/servers';
import { plainText } from '../../core/mcp/plain-text';
import type { McpCall, McpConnection, McpEvents, McpItems } from '../../core/ports/mcp';
import type { Clock } from '../../core/ports/system';
import { callFailure, type FailedCall } from './call-failure';
import type { RunningCalls } from './running-calls';

/** In milliseconds. */
export interface McpLimits {
  /** Until a started server answers. */
  readonly start: number;
  /** Without an answer or progress. */
  readonly idle: number;
  /** For a call, whatever progress it reports. */
  readonly total: number;
}

export const usualLimits: McpLimits = { start: 30_000, idle: 60_000, total: 600_000 };

export interface ConnectDeps {
  readonly clock: Clock;
  readonly version: string;
  readonly limits?: McpLimits;
  /** The open folders, for programs of the older revisions. */
  readonly folders?: () => readonly string[];
}

const maxPages = 64;
const maxItems = 512;
const maxListBytes = 4 * 1024 * 1024;

/** Results are read by our own rules: a malformed part costs only itself. */
const anything = z.looseObject({});

/**
 * Takes the place of the client's own validator, which would compile and run what a server writes:
 * one `pattern` of a server can block the process. Nothing here asks it; our own rules check values.
 */
const noValidator: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: 'Schemas of servers are not checked here.',
  }),
};

/** `auto` asks for the newest revision first, and `pin` for nothing else. */
export type Negotiation = 'legacy' | 'auto' | { readonly pin: string };

interface ClientParts {
  readonly events: McpEvents;
  readonly calls: RunningCalls;
  /** The open folders, for a server that may know them. */
  readonly folders?: (() => readonly string[]) | undefined;
}

/** The client of one server. It offers questions to the user, and to programs the open folders. */
export function clientOf(
  version: string,
  mode: Negotiation,
  { events, calls, folders }: ClientParts,
): Client {
  const client = new Client(
    { name: 'gatehouse', version },
    {
      capabilities: { elicitation: { form: {}, url: {} }, ...(folders && { roots: {} }) },
      inputRequired: { autoFulfill: false },
      jsonSchemaValidator: noValidator,
      versionNegotiation: { mode },
    },
  );
  calls.answer(client);
  if (folders !== undefined) {
    client.setRequestHandler('roots/list', () => ({ roots: folders().map(rootOf) }));
  }
  client.onerror = (error) => events.printed(`[gatehouse] ${plainText(error.message, 500)}\n`);
  client.setNotificationHandler('notifications/tools/list_changed', () => events.toolsChanged());
  for (const kind of mcpOffers) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () =>
      events.offersChanged(),
    );
  }
  return client;
}

function rootOf(folder: string) {
  return { uri: pathToFileURL(folder).href, name: path.basename(folder) };
}

export function factsOf(client: Client): McpConnection['facts'] {
  const info = client.getServerVersion();
  return {
    name: plainText(info?.name ?? '', 100),
    version: plainText(info?.version ?? '', 100),
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    era: client.getProtocolEra() === 'modern' ? 'modern' : 'legacy',
    offers: mcpOffers.filter((kind) => client.getServerCapabilities()?.[kind] !== undefined),
  };
}

/** It has started, or is there, but does not answer. */
export function lateStart(limits: McpLimits): Failure {
  const seconds = String(limits.start / 1000);
  return failure('timeout', say`The MCP server did not answer within ${seconds} seconds.`);
}

/** What may be asked of a server that answers. */
export interface Asking {
  readonly client: Client;
  readonly limits: McpLimits;
  readonly clock: Clock;
  readonly calls: RunningCalls;
  /** What else its failures depend on. */
  readonly failing: () => Omit<FailedCall, 'signal'>;
  /** The whole list could not be read: the server may be lost. */
  readonly listFailed?: (error: unknown, failed: Failure) => void;
  /** Headers that a call of a tool needs. */
  readonly headers?: (call: McpCall) => Readonly<Record<string, string>>;
}

export async function listTools(asking: Asking, signal: AbortSignal): Promise<Result<McpItems>> {
  const { client, limits, failing } = asking;
  try {
    return succeed(await listAll(client, 'tools', { signal, timeout: limits.idle }));
  } catch (error) {
    const failed = callFailure(error, { signal, ...failing() });
    asking.listFailed?.(error, failed);
    return fail(failed);
  }
}

/** The resources or prompts of a server that declares them. */
export async function listOffers(
  { client, limits, failing }: Asking,
  kind: McpOffer,
  signal: AbortSignal,
): Promise<Result<readonly unknown[]>> {
  try {
    return succeed((await listAll(client, kind, { signal, timeout: limits.idle })).items);
  } catch (error) {
    return fail(callFailure(error, { signal, ...failing() }));
  }
}

/** Page after page, up to caps; a cursor that comes again ends the list. */
async function listAll(
  client: Client,
  kind: 'tools' | McpOffer,
  options: RequestOptions,
): Promise<McpItems> {
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: `${kind}/list`, params }, anything, options);
    bytes += JSON.stringify(answer).length;
    if (bytes > maxListBytes) return { items, problems: [say`Its list of tools is over 4 MB.`] };
    items.push(...toList(answer[kind]));
    if (items.length > maxItems) {
      const problem = say`It offers more than ${maxItems} tools; the rest is left out.`;
      return { items: items.slice(0, maxItems), problems: [problem] };
    }
    const next = answer['nextCursor'];
    if (typeof next !== 'string' || cursors.has(next)) return { items, problems: [] };
    cursors.add(next);
    cursor = next;
  }
  return { items, problems: [say`Its list of tools has more than ${maxPages} pages.`] };
}
