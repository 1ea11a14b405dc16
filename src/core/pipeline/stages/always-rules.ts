import { programAndVerb } from '../../base/command-verbs';
import { isPlainCommand } from '../../base/plain-command';
import { redactText } from '../../base/redact';
import type { CallSubject } from '../../contracts/call';
import type { CallPaths, ResolvedPath } from '../../contracts/call-paths';

/** A rule that "Always allow" may save. */
export interface OfferedRule {
  /** Short name, as settings have it. */
  readonly tool: string;
  readonly pattern: string;
}

/**
 * The narrowest sensible rules that would have allowed this call, narrowest first: the exact
 * command when it is plain words and runs in a workspace folder itself, then its program and verb;
 * the exact path and then its folder, inside the workspace, for files. None for anything else, and
 * none that would keep a credential.
 */
export function alwaysRules(
  tool: { readonly id: string; readonly name: string },
  subject: CallSubject,
  paths: CallPaths,
): readonly OfferedRule[] {
  const { command } = subject;
  const patterns = command === undefined ? pathPatterns(paths) : commandPatterns(command, paths);
  return patterns
    .filter((pattern) => redactText(pattern).kinds.length === 0)
    .map((pattern) => ({ tool: tool.name, pattern }));
}

function commandPatterns(command: string, { cwd }: CallPaths): readonly string[] {
  const inRoot = cwd?.place.ok === true && cwd.place.value.real === cwd.place.value.root;
  if (!inRoot || !isPlainCommand(command)) return [];
  const verb = programAndVerb(command);
  return verb === undefined ? [command] : [command, `${verb} *`];
}

function pathPatterns({ reads, writes }: CallPaths): readonly string[] {
  const places = new Map<string, ResolvedPath>();
  for (const { place } of [...reads, ...writes]) {
    if (!place.ok) return [];
    places.set(place.value.real, place.value);
  }
  const [only, ...others] = places.values();
  if (only === undefined || others.length > 0) return [];
  const path = withSlashes(only.real);
  // A path that reads as a pattern would mean other files too.
  if (/[*?[\]{}!\\]/.test(path)) return [];
  return only.real === only.root ? [path] : [path, `${path.slice(0, path.lastIndexOf('/'))}/*`];
}

/** Rules take either separator; elsewhere a backslash is a letter of the name. */
function withSlashes(path: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(path) ? path.replaceAll('\\', '/') : path;
}
