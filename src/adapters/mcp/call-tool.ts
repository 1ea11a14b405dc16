import { ProtocolError } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { isAborted, sleep } from '../../core/base/async';
import { say } from '../../core/base/sentence';
import { classifyMcpCode } from '../../core/contracts/classify-cause';
import { fail, failure, succeed, type Failure, type Result } from '../../core/contracts/failure';
import { isObject, type UnknownObject } from '../../core/contracts/json';
import { plainText } from '../../core/mcp/plain-text';
import type { McpAnswer, McpCall } from '../../core/ports/mcp';
import { callFailure, tooLate } from './call-failure';
import type { Asking } from './connection';
import type { RunningCalls } from './running-calls';

/** Results are read by our own rules: a malformed part costs only itself. */
const anything = z.looseObject({});

/** Longer than any call: `CallTimer` ends those that take too long. */
const noLimit = 2 ** 31 - 1;
/** Of what a server asks for at once; more is no question. */
const maxRequests = 5;
/** How often a server may ask for something before it goes on. */
const maxRounds = 10;
const pauseMs = 250;
/** The code of an error that names pages which the user has to open first. */
const pagesNeeded = -32042;

const pagesSchema = z.object({
  elicitations: z
    .array(
      z.object({
        mode: z.literal('url'),
        elicitationId: z.string().min(1).max(1000),
        url: z.string(),
        message: z.string(),
      }),
    )
    .min(1)
    .max(maxRequests),
});

/** A round of the newest revision: the call is made again with the answers. */
interface Round {
  readonly inputResponses?: Readonly<Record<string, McpAnswer>>;
  readonly requestState?: string;
}

/** Calls a tool of a server, reads a resource or gets a prompt; what it asks the user meanwhile, the call answers. */
export async function callTool(asking: Asking, call: McpCall): Promise<Result<unknown>> {
  const { calls, failing } = asking;
  const running = calls.begin(call);
  try {
    let more: Round = {};
    for (let round = 0; round <= maxRounds; round += 1) {
      const answer = await requested(asking, call, { timer: running, more });
      if (!answer.ok) return answer;
      const result = answer.value;
      const asked = askedIn(result);
      if (asked === undefined) return succeed(result);
      const next = await answered(asked, call, asking);
      if (!next.ok) return next;
      more = next.value;
    }
    return fail(notGiven(say`The MCP server asks for something again and again.`));
  } catch (error) {
    const isLate = isAborted(running.signal) && !isAborted(call.signal);
    return fail(isLate ? tooLate() : callFailure(error, { signal: call.signal, ...failing() }));
  } finally {
    calls.end(call);
  }
}

interface Leg {
  readonly timer: ReturnType<RunningCalls['begin']>;
  readonly more: Round;
}

/** Once more if the server of an older revision wants pages opened first (003-mcp-23). */
async function requested(asking: Asking, call: McpCall, leg: Leg): Promise<Result<unknown>> {
  try {
    return succeed(await request(asking, call, leg));
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== pagesNeeded) throw error;
    const named = pagesSchema.safeParse(error.data);
    if (!named.success) {
      return fail(
        notOpened(
          say`The MCP server wants pages opened first, but does not name them as the protocol says.`,
        ),
      );
    }
    const action = await asking.calls.visit(named.data.elicitations, call);
    if (action === 'accept' || isAborted(call.signal)) {
      return succeed(await request(asking, call, leg));
    }
    return fail(
      notOpened(
        action === 'decline'
          ? say`The MCP server wants a page opened in the browser first, and that was declined.`
          : say`The MCP server wants a page opened in the browser first, and that was cancelled.`,
      ),
    );
  }
}

function notOpened(message: ReturnType<typeof say>): Failure {
  return failure('execution', message, { category: classifyMcpCode('auth_failure') });
}

function request(
  { client, headers }: Asking,
  call: McpCall,
  { timer, more }: Leg,
): Promise<unknown> {
  const { method = 'tools/call', name, args } = call;
  const what = method === 'resources/read' ? { uri: name } : { name, arguments: { ...args } };
  return client.request({ method, params: { ...what, ...more } }, anything, {
    signal: AbortSignal.any([call.signal, timer.signal]),
    timeout: noLimit,
    onprogress: (progress) => {
      timer.progress();
      call.onProgress(progressText(progress));
    },
    allowInputRequired: true,
    ...(headers === undefined ? {} : { headers: headers(call) }),
  });
}

/** What a result asks for; undefined for one that asks for nothing. */
function askedIn(result: unknown): UnknownObject | undefined {
  return isObject(result) && result['resultType'] === 'input_required' ? result : undefined;
}

async function answered(
  { inputRequests, requestState }: UnknownObject,
  call: McpCall,
  { calls, clock }: Asking,
): Promise<Result<Round>> {
  const asked = isObject(inputRequests) ? Object.entries(inputRequests) : [];
  const other = asked.filter(([, each]) => !isObject(each) || each['method'] !== questionMethod);
  if (other.length > 0 || asked.length > maxRequests) {
    return fail(
      notGiven(
        say`The MCP server asks for something before it goes on, which Gatehouse cannot give it: ${requestTexts(asked)}`,
      ),
    );
  }
  const inputResponses: Record<string, McpAnswer> = {};
  for (const [key, each] of asked) {
    inputResponses[key] = await calls.ask(isObject(each) ? each['params'] : undefined, call);
    if (isAborted(call.signal)) {
      return fail(failure('cancelled', say`The call was cancelled while it ran.`));
    }
  }
  if (asked.length === 0) await sleep(pauseMs, call.signal, clock);
  return succeed({
    ...(asked.length > 0 && { inputResponses }),
    ...(typeof requestState === 'string' && { requestState }),
  });
}

const questionMethod = 'elicitation/create';

function requestTexts(asked: readonly (readonly [string, unknown])[]): string {
  const texts = asked.slice(0, maxRequests).map(([, each]) => {
    const { method, params } = isObject(each) ? each : {};
    const message = isObject(params) ? params['message'] : undefined;
    const said = typeof message === 'string' ? ` "${plainText(message, 200)}"` : '';
    return `${plainText(String(method), 60)}${said}`;
  });
  return texts.join('; ');
}

function notGiven(message: ReturnType<typeof say>): Failure {
  return failure('execution', message, { category: 'permanent_failure' });
}

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

function progressText({ progress, total, message = '' }: Progress): string {
  const of = total === undefined ? '' : ` / ${String(total)}`;
  return `${String(progress)}${of} ${plainText(message, 500)}`.trim();
}
