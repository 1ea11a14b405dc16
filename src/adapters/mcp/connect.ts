import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import { say, type Sentence } from '../../core/base/sentence';
import { classifyErrno } from '../../core/contracts/classify-cause';
import { fail, failure, succeed, type Failure, type Result } from '../../core/contracts/failure';
import type { McpConnection, McpEvents, McpLaunch, McpTarget } from '../../core/ports/mcp';
import { errnoOf } from '../system/errno';
import { callFailure } from './call-failure';
import { callTool } from './call-tool';
import { connectHttp, type HttpDeps } from './connect-http';
import {
  clientOf,
  factsOf,
  lateStart,
  listOffers,
  listTools,
  usualLimits,
  type ConnectDeps,
  type McpLimits,
  type Negotiation,
} from './connection';
import { RunningCalls } from './running-calls';
import { StdioTransport } from './stdio-transport';

/** Starts a server, or finds it at its address (003-mcp-1). */
export function connectMcp(
  target: McpTarget,
  events: McpEvents,
  signal: AbortSignal,
  deps: ConnectDeps & HttpDeps,
): Promise<Result<McpConnection>> {
  return 'url' in target
    ? connectHttp(target, events, signal, deps)
    : connectStdio(target, events, signal, deps);
}

/** The revision without a handshake, for a server that speaks no other. */
const modern: Negotiation = { pin: '2026-07-28' };
/** What such a server answers to the handshake. */
const noHandshake: ReadonlySet<number> = new Set([-32601, -32022]);

/**
 * Starts a server and opens the protocol; the client of this server alone (003-mcp-1). Nearly all
 * programs speak the older revisions, so that these are tried first: the other way round, each start
 * would need a second process.
 */
export async function connectStdio(
  launch: McpLaunch,
  events: McpEvents,
  signal: AbortSignal,
  deps: ConnectDeps,
): Promise<Result<McpConnection>> {
  const first = await openStdio(launch, events, signal, { ...deps, mode: 'legacy' });
  if (first !== 'modern') return first;
  const second = await openStdio(launch, events, signal, { ...deps, mode: modern });
  return second === 'modern' ? fail(failure('execution', noVersion)) : second;
}

const noVersion = say`The MCP server speaks no revision of the protocol that Gatehouse knows.`;

async function openStdio(
  launch: McpLaunch,
  events: McpEvents,
  signal: AbortSignal,
  {
    clock,
    version,
    limits = usualLimits,
    mode,
    folders,
  }: ConnectDeps & { readonly mode: Negotiation },
): Promise<Result<McpConnection> | 'modern'> {
  const transport = new StdioTransport(launch, events, clock);
  const calls = new RunningCalls(clock, limits);
  // Revisions without a handshake have no folders.
  const known = mode === 'legacy' ? folders : undefined;
  const client = clientOf(version, mode, { events, calls, folders: known });
  try {
    await client.connect(transport, { timeout: limits.start, signal });
  } catch (error) {
    const why = transport.reason;
    transport.endNow(say`it did not start`);
    const isModern = error instanceof ProtocolError && noHandshake.has(error.code);
    if (isModern && !signal.aborted && mode === 'legacy') return 'modern';
    return fail(notConnected(error, signal, { launch, why, limits }));
  }
  client.onclose = () => events.ended(transport.reason ?? say`its output was closed`);
  const asking = { client, limits, clock, calls, failing: () => ({ why: transport.reason }) };
  return succeed({
    facts: factsOf(client),
    listTools: (stop) => listTools(asking, stop),
    listOffers: (kind, stop) => listOffers(asking, kind, stop),
    callTool: (call) => callTool(asking, call),
    end: async (how) => {
      if (how === 'now') transport.endNow(say`the window was closed`);
      else await client.close();
    },
  });
}

interface FailedStart {
  readonly launch: McpLaunch;
  readonly why: Sentence | undefined;
  readonly limits: McpLimits;
}

function notConnected(
  error: unknown,
  signal: AbortSignal,
  { launch, why, limits }: FailedStart,
): Failure {
  if (signal.aborted) return failure('cancelled', say`Starting the MCP server was cancelled.`);
  const errno = error instanceof SdkError ? undefined : errnoOf(error);
  if (errno === 'ENOENT') {
    const message = say`The program ${launch.command} of the MCP server was not found, or its folder ${launch.cwd} does not exist.`;
    return failure('execution', message, { category: 'permanent_failure' });
  }
  if (errno !== undefined) {
    const message = say`The program ${launch.command} of the MCP server could not be started: ${errno}.`;
    return failure('execution', message, { category: classifyErrno(errno) });
  }
  const failed = callFailure(error, { signal, why: undefined });
  if (why !== undefined && failed.errorCode !== 'timeout') {
    return failure('execution', say`The MCP server did not start: ${why}.`, {
      category: 'server_error',
    });
  }
  return failed.errorCode === 'timeout' ? lateStart(limits) : failed;
}
