import type { CallPath, NamedPath } from '../../contracts/call-paths';
import type { GateCall } from '../../contracts/define-gate';
import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';

/**
 * The paths that a command names, as the paths of other tools are known to gates. One outside the
 * workspace has only its text, which no rule can allow.
 */
export function namedPaths({ paths }: GateCall): readonly CallPath[] {
  return paths.named.map(asCallPath);
}

/** Those that it writes, as far as the command says. */
export function writtenPaths(call: GateCall): readonly CallPath[] {
  const written = new Set(
    (call.reading?.parts ?? [])
      .flatMap(({ paths }) => paths)
      .filter(({ access }) => access === 'write')
      .map(({ given }) => given),
  );
  return call.paths.named.filter(({ given }) => written.has(given)).map(asCallPath);
}

function asCallPath({ given, resolved: place }: NamedPath): CallPath {
  if (!place.ok) return { given, resolved: place };
  const { asked, real, exists, root } = place.value;
  if (root !== undefined) return { given, resolved: succeed({ asked, real, exists, root }) };
  return { given: real, resolved: fail(failure('policy_denied', 'It lies outside the workspace.')) };
}
