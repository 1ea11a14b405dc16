import { readArguments } from './stages/intake';
import { confirmationOf } from './confirmations';
import type { PipelineDeps } from './deps';
import type { ValidCall } from './mint';

/**
 * An approval of the arguments that the person wrote in place of the call's (DESIGN decision 19);
 * undefined when the tool refuses them: then the edited call is judged, and fails, as any other.
 */
export function confirmEdited(
  shown: ValidCall,
  argsText: string,
  { confirmations, policy }: Pick<PipelineDeps, 'confirmations' | 'policy'>,
): string | undefined {
  const args = readArguments(argsText);
  const prepared = args.ok ? shown.bound.tool.prepare(args.value) : args;
  if (!args.ok || !prepared.ok) return undefined;
  return confirmations.issue({
    ...confirmationOf(shown),
    args: args.value,
    cwd: prepared.value.subject.cwd,
    policyVersion: policy.current(shown.bound.context.sessionId).version,
  });
}
