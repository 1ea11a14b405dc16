import { extractPaths } from '../base/extract-paths';
import { redactText } from '../base/redact';
import type { CallSubject } from '../contracts/call';

/** More paths than help to tell where a call's content comes from. */
const maxPaths = 20;

/**
 * The origin of what a call acts on, for its audit entry (000 Tool Audit, `claim_source`): `shell` or
 * `file_system`, with the paths that its command (000 `extract_paths`) or its arguments name.
 * Undefined for a call that touches neither.
 */
export function claimSource({
  command,
  reads,
  writes,
  removes = [],
}: CallSubject): string | undefined {
  if (command !== undefined) return withPaths('shell', extractPaths(redactText(command).text));
  const paths = [...new Set([...reads, ...writes, ...removes])];
  return paths.length === 0 ? undefined : withPaths('file_system', paths);
}

function withPaths(source: string, paths: readonly string[]): string {
  if (paths.length === 0) return source;
  return redactText(`${source}: ${paths.slice(0, maxPaths).join(', ')}`).text;
}
