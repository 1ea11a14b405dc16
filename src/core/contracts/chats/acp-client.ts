import { say } from '../../base/sentence';
import type {
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { errorCategories, errorCodes, failure, type ErrorCode, type Failure } from '../failure';
import { allOptional, count, lenient, storedSentence, type Data } from '../schema-parts';
import { spooledOutput } from '../calls/spooled-output';
import { gatehouseMeta } from './acp';

/** Our own method: what a terminal printed since the last request. */
export const nextOutputMethod = '_gatehouse/terminal/next_output';

/** The requests of an agent to its client, by ACP's names (decision acp-client). */
export interface ClientRequests {
  'fs/read_text_file': Exchange<ReadTextFileRequest, ReadTextFileResponse>;
  'fs/write_text_file': Exchange<WriteTextFileRequest, WriteTextFileResponse>;
  'terminal/create': Exchange<CreateTerminalRequest, CreateTerminalResponse>;
  'terminal/output': Exchange<TerminalOutputRequest, TerminalOutputResponse>;
  'terminal/wait_for_exit': Exchange<WaitForTerminalExitRequest, WaitForTerminalExitResponse>;
  'terminal/kill': Exchange<KillTerminalRequest, KillTerminalResponse>;
  'terminal/release': Exchange<ReleaseTerminalRequest, ReleaseTerminalResponse>;
  [nextOutputMethod]: Exchange<TerminalOutputRequest, NextOutput>;
}

interface Exchange<Params, Response> {
  readonly params: Params;
  readonly response: Response;
}

export const nextOutput = z.object({
  /** Live output, for the card: at most 64 KB every 48 ms. */
  text: z.string().exactOptional(),
  /** All output, if `terminal/create` asked for it. */
  whole: z.string().exactOptional(),
  /** Set when it changes. */
  waitsForInput: z.boolean().exactOptional(),
  /** True: the command has ended, and nothing follows. */
  ended: z.boolean().exactOptional(),
});
export type NextOutput = Data<typeof nextOutput>;

/** What a client announces in `initialize` of our own methods. */
export const clientCapabilitiesMeta = allOptional({ nextOutput: z.boolean().catch(false) });

/** With a call, its write changes the file that was read, wherever the path leads then. */
export const readFileAsk = z.object({ maxBytes: count, toolCallId: z.string().exactOptional() });
/** Of the whole file; the content is the text without its byte order mark. */
export const readFileAnswer = z.object({
  real: z.string(),
  stamp: z.string(),
  size: count,
  unsaved: z.boolean(),
  /** Its beginning, a character a byte, if that shows a known type or the file is not text. */
  head: z.string().exactOptional(),
  /** Absent for a file that is not text. */
  text: z
    .object({ encoding: z.string(), byteOrderMark: z.boolean(), exact: z.boolean() })
    .exactOptional(),
});

/** Of a file that is too large: the error answer also holds its beginning, a character a byte. */
const largeFileAnswer = z.object({ real: z.string(), size: count, head: z.string() });

/** `fs/write_text_file`: what the file must hold before, and the call that writes. */
export const writeFileAsk = z.object({
  toolCallId: z.string(),
  expect: z.union([
    z.object({ text: z.string() }),
    z.object({ absent: z.literal(true) }),
    z.object({ any: z.literal(true) }),
  ]),
});
export const writeFileAnswer = z.object({
  real: z.string(),
  bytes: count,
  oldText: z.string().nullable(),
  text: z.string(),
  stamp: z.string(),
  saved: z.boolean(),
  notes: z.array(z.string()),
});

/**
 * `terminal/create`: the call that runs it, whether `next_output` is to tell all output, and whether
 * what is more than the limit is to be kept on disk.
 */
export const createTerminalAsk = z.object({
  toolCallId: z.string().exactOptional(),
  whole: z.boolean(),
  spools: z.boolean().exactOptional(),
});
export const createTerminalAnswer = z.object({ startedAt: z.number() });

/** `terminal/output`: both streams apart, and where all of it is if that is on disk. */
export const terminalOutputAsk = z.object({ streams: z.literal(true) });
export const terminalOutputAnswer = z.object({
  stdout: z.string(),
  stderr: z.string(),
  spooled: spooledOutput.exactOptional(),
});

/** Exit status: ACP has no exit code after a signal, and does not say who ended the command. */
export const exitAnswer = z.object({
  exitCode: z.int(),
  exitCodeKnown: z.boolean(),
  signal: z.string().exactOptional(),
  endedBy: z.enum(['person', 'kill']).exactOptional(),
});

/** `_meta` with these data. */
export function metaOf<S extends z.ZodType>(_schema: S, gatehouse: Data<S>) {
  return { _meta: { gatehouse } };
}

/** Our data of a message; undefined if there are none, or not of this form. */
export function readMeta<S extends z.ZodType>(
  schema: S,
  message: { readonly _meta?: unknown },
): z.output<S> | undefined {
  return schema.safeParse(gatehouseMeta(message._meta)).data;
}

/** Undefined if there are none; malformed data are an error, since they may require something. */
export function askOf<S extends z.ZodType>(
  schema: S,
  request: { readonly _meta?: unknown },
): z.output<S> | undefined {
  const ours = gatehouseMeta(request._meta);
  if (ours === undefined) return undefined;
  const read = schema.safeParse(ours);
  if (read.success) return read.data;
  throw acpErrorOf(failure('validation', say`The data in _meta.gatehouse are malformed.`));
}

/** An error answer of ACP; of ours, `data` holds the failure as `_meta.gatehouse`. */
export class AcpError extends Error {
  override readonly name = 'AcpError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The codes of JSON-RPC and ACP, and one of our own for what a guard refuses. */
export const acpCodes = {
  refused: -32_001,
  notFound: -32_002,
  invalidRequest: -32_600,
  noSuchMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  cancelled: -32_800,
} as const;

const codeOf: Readonly<Partial<Record<ErrorCode, number>>> = {
  validation: acpCodes.invalidParams,
  policy_denied: acpCodes.refused,
  authz_denied: acpCodes.refused,
  cancelled: acpCodes.cancelled,
};

/** The error that answers a request with this failure; `more` is for our own agent. */
export function acpErrorOf(
  failed: Failure,
  code = codeOf[failed.errorCode],
  more: object = {},
): AcpError {
  const data = { _meta: { gatehouse: { ...more, failure: failed } } };
  return new AcpError(code ?? acpCodes.internal, failed.message, data);
}

export const failureSchema = z.object({
  errorCode: z.enum(errorCodes),
  category: z.enum(errorCategories),
  message: z.string(),
  said: storedSentence.exactOptional(),
  suggestion: z.string(),
  advice: storedSentence.exactOptional(),
  retryable: z.boolean(),
});
function errorMeta(data: unknown): unknown {
  return typeof data === 'object' && data && '_meta' in data
    ? gatehouseMeta(data._meta)
    : undefined;
}

export function largeFileOf(data: unknown): z.output<typeof largeFileAnswer> | undefined {
  return largeFileAnswer.safeParse(errorMeta(data)).data;
}

const errorDataSchema = allOptional({ failure: lenient(failureSchema) });

/** The failure that an error answer means, also of a client that is not ours. */
export function failureOf({ code, message, data }: AcpError): Failure {
  const ours = errorDataSchema.parse(errorMeta(data)).failure;
  if (ours !== undefined) return ours;
  switch (code) {
    case acpCodes.refused:
      return failure('policy_denied', message);
    case acpCodes.noSuchMethod:
      return failure('unavailable', message, { category: 'permanent_failure' });
    case acpCodes.invalidParams:
      return failure('validation', message);
    case acpCodes.cancelled:
      return failure('cancelled', message);
    default:
      return failure('execution', message);
  }
}
