import { escapeControlInline } from '../../../core/base/escape-control';
import type { GateTrace } from '../../../core/contracts/decision';

/** A check of the pipeline as a person knows it. */
export interface PipelineCheck {
  readonly name: string;
  /** What it looks at, in one sentence or part of one; undefined for what is not known here. */
  readonly about?: string;
}

/** By gate, or by slot for a stage that is no gate. */
const checks: ReadonlyMap<string, PipelineCheck> = new Map([
  ['context', { name: 'Caller', about: 'who runs the call is known, and no secret comes along' }],
  ['intake', { name: 'Arguments', about: 'the arguments can be read' }],
  ['resolve', { name: 'Tool', about: 'there is a tool of this name' }],
  ['admit', { name: 'Allowed tools', about: 'the tool is switched on (Gatehouse: Tools…)' }],
  ['authorize', { name: 'Authorization', about: 'tools may run in this workspace: you trust it' }],
  ['connect', { name: 'Connection', about: 'a tool that signs in needs a connection you granted' }],
  ['validate', { name: 'Form', about: 'the arguments are what the tool asks for' }],
  [
    'shell-blocklist',
    {
      name: 'Blocked commands',
      about:
        'What hides a command in another, and commands that never run, whatever the rules say.',
    },
  ],
  [
    'path-sandbox',
    {
      name: 'Path sandbox',
      about: 'Paths lie in the open folders, off the list no tool may read.',
    },
  ],
  [
    'permission-rules',
    {
      name: 'Permission rules',
      about: 'Rules of each tool: the first that matches decides, no match asks.',
    },
  ],
  [
    'policy-rules',
    {
      name: 'Policy rules',
      about: 'Further rules (gatehouse.policy.rules): they refuse, never allow.',
    },
  ],
  [
    'protected-files',
    {
      name: 'Protected files',
      about: 'Each write to a file that can start programs or loosen rules asks.',
    },
  ],
  [
    'sequence-policies',
    {
      name: 'Order of steps',
      about: 'Some tools need another first: a file is read before it changes.',
    },
  ],
  [
    'trust',
    {
      name: 'Trust level',
      about: "How far you trust the tool's source (Gatehouse: Set Trust Level…).",
    },
  ],
]);

export function checkOf({ slot, gate }: { readonly slot: string; readonly gate?: string }): PipelineCheck {
  const key = gate ?? slot;
  return checks.get(key) ?? { name: readable(key) };
}

/** A name that an agent sent may be anything. */
function readable(key: string): string {
  const words = escapeControlInline(key.slice(0, 40)).replaceAll(/[-_]+/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What a check answered, in a word. */
export const answers: Readonly<Record<GateTrace['verdict'], string>> = {
  allow: 'passes',
  ask: 'asks',
  deny: 'refuses',
};
