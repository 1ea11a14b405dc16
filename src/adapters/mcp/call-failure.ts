import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { say, type Sentence } from '../../core/base/sentence';
import { classifyMcpCode, type McpErrorCode } from '../../core/contracts/classify-cause';
import { failure, type Failure } from '../../core/contracts/failure';
import { plainText } from '../../core/mcp/plain-text';
import { HttpFailure } from './http-failure';

const maxMessage = 1000;
/** Causes of causes that are looked at. */
const maxCauses = 4;

export interface FailedCall {
  readonly signal: AbortSignal;
  /** Why the server is gone; undefined while it is there. */
  readonly why: Sentence | undefined;
  /** What a status of HTTP means. */
  readonly refused?: (status: number) => Failure;
}

/** What a call to a server failed with, by its code (003-errors-6). No text of it decides. */
export function callFailure(error: unknown, { signal, why, refused }: FailedCall): Failure {
  if (signal.aborted) return failure('cancelled', say`The call was cancelled while it ran.`);
  if (why !== undefined) {
    const message = say`The MCP server is gone: ${why}.`;
    return failure('execution', message, { category: classifyMcpCode('transient') });
  }
  const below = causesOf(error).find((each) => each instanceof HttpFailure);
  if (below !== undefined) return below.failure;
  const status = causesOf(error).find((each) => each instanceof SdkHttpError)?.status;
  if (status !== undefined && refused !== undefined) return refused(status);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return tooLate();
  }
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof ProtocolError ? codeOf(error.code) : 'server_error';
  const message = say`The MCP server answered with an error: ${plainText(text, maxMessage)}`;
  return failure('execution', message, {
    category: classifyMcpCode(code, 'tool'),
  });
}

/** It took longer than a call may. */
export function tooLate(): Failure {
  return failure('timeout', say`The MCP server did not answer in time.`);
}

function causesOf(error: unknown, left = maxCauses): readonly unknown[] {
  if (!(error instanceof Error) || left === 0) return [];
  return [error, ...causesOf(error.cause, left - 1)];
}

/** By number: those of JSON-RPC, then those of the protocol. */
function codeOf(code: number): McpErrorCode {
  switch (code) {
    case -32600:
    case -32602:
    case -32700:
      return 'invalid_input';
    case -32601:
    case -32002:
      return 'not_found';
    case -32042:
      return 'auth_failure';
    default:
      return 'server_error';
  }
}
