import * as z from 'zod';
import {
  defaultApprovalEffects,
  defaultDenyRead,
  defaultPermissions,
  defaultPolicyGroups,
} from '../default-rules';
import { toolEffects } from '../effect';
import {
  patternList,
  permissionRules,
  policyDeclarations,
  policyGroups,
  policyRules,
  toolPatterns,
} from '../setting-schemas';
import { setting } from './define-setting';

/** The lists of a record, as values that a schema may call its own. */
function mutableLists<T>(lists: Readonly<Record<string, readonly T[]>>): Record<string, T[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}

/** What may run, what asks, what is refused. */
export const policySettings = {
  allowedTools: setting({
    schema: patternList,
    default: [
      'read',
      'write',
      'edit',
      'list_directory',
      'find_path',
      'grep',
      'bash',
      'bash_output',
      'bash_kill',
      'read_overflow',
      'compress_context',
    ],
    scope: 'application',
    description: 'Tools that may run at all. A tool that is not listed is denied and hidden.',
  }),
  permissions: setting({
    schema: permissionRules,
    default: {},
    scope: 'application',
    description:
      'Your permission rules, per tool, in order; the first match wins. Globs match the command for `bash` and every path for file tools. They stand before `#gatehouse.defaultPermissions#`. No match asks. Examples in `match` and `notMatch` are checked when the rules are loaded; one that does not hold refuses them all. A command of `bash` is taken apart, and the rules are tried on each sub-command: all must be allowed. An allow names its program, and the options that could do harm.',
  }),
  defaultPermissions: setting({
    schema: permissionRules,
    default: mutableLists(defaultPermissions),
    scope: 'application',
    description:
      'The rules Gatehouse ships: tools that only read inside the workspace run silently, everything else asks.',
  }),
  requireApprovalForEffects: setting({
    schema: z.array(z.enum(toolEffects)),
    default: [...defaultApprovalEffects],
    scope: 'application',
    description:
      'Tools with these effects ask, unless a rule of yours allows the call: `read_only`, `state_change`, `external_side_effect`.',
  }),
  'workspace.deny': setting({
    schema: toolPatterns,
    default: {},
    scope: 'resource',
    description:
      'Patterns per tool that this workspace refuses. They stand before your own rules; a workspace cannot allow anything.',
  }),
  'workspace.ask': setting({
    schema: toolPatterns,
    default: {},
    scope: 'resource',
    description:
      'Patterns per tool that ask in this workspace. They stand before your own rules; a workspace cannot allow anything.',
  }),
  'policy.rules': setting({
    schema: policyRules,
    default: [],
    scope: 'application',
    description:
      'Policy rules in order; the first match wins, and no match is no objection. An allow only ends the search: permission rules, approvals and every other gate still hold. A list with an error denies every call until it is corrected.',
  }),
  'authorization.enabled': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
    description: 'Whether `#gatehouse.authorization.rules#` are appended to the policy rules.',
  }),
  'authorization.rules': setting({
    schema: policyRules,
    default: [],
    scope: 'application',
    description:
      'Rules of the same form as `#gatehouse.policy.rules#`, tried after them while `#gatehouse.authorization.enabled#` is on.',
  }),
  'toolPolicies.groups': setting({
    schema: policyGroups,
    default: mutableLists(defaultPolicyGroups),
    scope: 'application',
    description:
      'Tool policies per group of tools. A group you do not name keeps its default; `[]` turns its policies off; a list replaces them.',
  }),
  'toolPolicies.profile': setting({
    schema: policyDeclarations,
    default: [],
    scope: 'application',
    description: 'Tool policies that hold for every tool, after those of its group.',
  }),
  'file.denyRead': setting({
    schema: patternList,
    default: [...defaultDenyRead],
    scope: 'application',
    description:
      'Globs on absolute real paths that no tool may read or name; checked before `#gatehouse.file.allowRead#`.',
  }),
  'file.allowRead': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description: 'If not empty, only paths that match one of these globs may be read.',
  }),
  'approval.timeout': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description: 'Seconds before an unanswered approval is refused; 0 means it waits.',
  }),
} as const;
