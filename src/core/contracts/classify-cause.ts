import type { ErrorCategory } from './failure';

/** Maps an HTTP status (003-errors-3). */
export function classifyHttpStatus(status: number): ErrorCategory {
  if (status === 400 || status === 422) return 'invalid_parameters';
  if (status === 401 || status === 403) return 'policy_blocked';
  if (status === 429) return 'rate_limited';
  if (status >= 500 && status <= 599) return 'server_error';
  return 'permanent_failure';
}

const categoryOfErrno: ReadonlyMap<string, ErrorCategory> = new Map<string, ErrorCategory>([
  ['EACCES', 'policy_blocked'],
  ['EPERM', 'policy_blocked'],
  ['ETIMEDOUT', 'timeout'],
  ['EAGAIN', 'server_error'],
  ['EWOULDBLOCK', 'server_error'],
  ['EINTR', 'server_error'],
  ['ECONNREFUSED', 'network_error'],
  ['ECONNRESET', 'network_error'],
  ['ECONNABORTED', 'network_error'],
  ['EPIPE', 'network_error'],
  ['EHOSTUNREACH', 'network_error'],
  ['EHOSTDOWN', 'network_error'],
  ['ENETUNREACH', 'network_error'],
  ['ENETDOWN', 'network_error'],
  ['ENETRESET', 'network_error'],
  ['ENOTFOUND', 'network_error'],
  ['EAI_AGAIN', 'network_error'],
]);

/** By error code of the system (003-errors-4). `ENOENT` is not `tool_not_found`: that is a tool. */
export function classifyErrno(code: string): ErrorCategory {
  return categoryOfErrno.get(code) ?? 'permanent_failure';
}

/** How a shell command failed; unknown facts are omitted. */
export interface ShellEnding {
  readonly exitCode?: number;
  /** As the operating system reported it, never derived from the exit code. */
  readonly signal?: string | undefined;
  /** Why the command could not even start. */
  readonly errno?: string;
  readonly stderr?: string;
}

const telltale = /permission denied|no such file or directory/i;

/** By exit code, signal, errno, text (000-errors-3; decision 17). Undefined if it did not fail. */
export function classifyShell(ending: ShellEnding): ErrorCategory | undefined {
  const { exitCode, signal, errno, stderr = '' } = ending;
  if (exitCode === 0) return undefined;
  if (exitCode === 126) return 'policy_blocked';
  if (exitCode === 127) return 'permanent_failure';
  if (signal !== undefined) return 'permanent_failure';
  if (errno !== undefined) return classifyErrno(errno);
  return telltale.test(stderr) ? 'permanent_failure' : undefined;
}

/** How an MCP call failed (003-errors-6). */
export const mcpErrorCodes = [
  'transient',
  'rate_limited',
  'invalid_input',
  'auth_failure',
  'server_error',
  'not_found',
  'policy_blocked',
] as const;
export type McpErrorCode = (typeof mcpErrorCodes)[number];

const categoryOfMcpCode: Readonly<Record<McpErrorCode, ErrorCategory>> = {
  transient: 'server_error',
  rate_limited: 'rate_limited',
  invalid_input: 'invalid_parameters',
  auth_failure: 'policy_blocked',
  server_error: 'server_error',
  not_found: 'permanent_failure',
  policy_blocked: 'policy_blocked',
};

/** Maps an MCP error code. `missing`: what was not found, the tool or what it looked for. */
export function classifyMcpCode(
  code: McpErrorCode,
  missing: 'tool' | 'resource' = 'resource',
): ErrorCategory {
  return code === 'not_found' && missing === 'tool' ? 'tool_not_found' : categoryOfMcpCode[code];
}
