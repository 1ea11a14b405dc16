import * as z from 'zod';
import {
  defaultApprovalEffects,
  defaultBlockedCommands,
  defaultDenyRead,
  defaultPermissions,
  defaultPolicyGroups,
} from './default-rules';
import { toolEffects } from './effect';
import {
  patternList,
  permissionRules,
  policyDeclarations,
  policyGroups,
  policyRules,
  toolPatterns,
} from './setting-schemas';

/** application = user level only: VS Code ignores workspace values (DESIGN decision 31). */
export type SettingScope = 'application' | 'machine' | 'resource';

interface SettingDefinition<S extends z.ZodType> {
  readonly schema: S;
  readonly default: z.infer<S>;
  readonly scope: SettingScope;
  /** Markdown shown in the Settings editor. */
  readonly description: string;
}

function setting<S extends z.ZodType>(definition: SettingDefinition<S>): SettingDefinition<S> {
  return definition;
}

/** The lists of a record, as values that a schema may call its own. */
function mutableLists<T>(lists: Readonly<Record<string, readonly T[]>>): Record<string, T[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}

/** Every setting, without its `gatehouse.` prefix. `contributes.configuration` comes from here. */
export const settings = {
  model: setting({
    schema: z.string(),
    default: '',
    scope: 'application',
    description:
      'The model that answers: `replay`, or `openai/<model>` for a model of the OpenAI-compatible server. Empty: none chosen yet.',
  }),
  'openai.baseUrl': setting({
    schema: z.string().regex(/^(https?:\/\/\S+)?$/),
    default: '',
    scope: 'application',
    description:
      'Base URL of an OpenAI-compatible server, for example `http://127.0.0.1:8080/v1`. The key is kept apart: run **Gatehouse: Set API Key**.',
  }),
  'openai.models': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description: 'Names of models of the OpenAI-compatible server that the picker offers.',
  }),
  'replay.file': setting({
    schema: z.string(),
    default: '',
    scope: 'application',
    description:
      'Absolute path of a recorded conversation that the model `replay` plays. No model is asked.',
  }),
  'agent.maxToolIterations': setting({
    schema: z.int().min(1).max(200),
    default: 10,
    scope: 'application',
    description: 'How many rounds of tool calls one message may take before the agent stops.',
  }),
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
  'tools.enabled': setting({
    schema: z.boolean(),
    default: true,
    scope: 'application',
    description: 'Off: no tool is offered or run.',
  }),
  'tools.maxCallsPerSession': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description: 'How many tool calls one chat may make; 0 means unlimited.',
  }),
  'tools.timeout': setting({
    schema: z.int().min(1).max(3600),
    default: 60,
    scope: 'application',
    description: 'Seconds a tool may take; bash has its own limits.',
  }),
  'shell.timeout': setting({
    schema: z.int().min(1).max(86400),
    default: 120,
    scope: 'application',
    description:
      'Seconds the agent waits for a command. Then the command goes on in the background and the agent is told its id; the agent may ask for another time.',
  }),
  'shell.hardTimeout': setting({
    schema: z.int().min(1).max(86400),
    default: 600,
    scope: 'application',
    description:
      'Seconds after which a command and all its children are killed, in the background too.',
  }),
  'shell.blockedCommands': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description:
      'Commands that never run, whatever the rules say, beside those Gatehouse ships: a program, `terraform`, or the beginning of a command, `git push`. While `#gatehouse.permissions#` holds no rule, no command may contain one of these texts either.',
  }),
  'shell.allowedCommands': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description: `Commands to take off the list of those that never run: ${defaultBlockedCommands.map((command) => `\`${command}\``).join(', ')}. They then ask, unless a rule of yours allows them.`,
  }),
  'shell.substitution': setting({
    schema: z.enum(['deny', 'evaluate']),
    default: 'deny',
    scope: 'application',
    description:
      'What becomes of command substitution, process substitution and here-strings. `deny` refuses them. `evaluate` reads the commands inside and judges them like any other; the whole then asks at least.',
  }),
  'shell.transactional': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
    description:
      'Keeps a copy of the files that a command is about to change, so that it can be rolled back.',
  }),
  'shell.transactionScope': setting({
    schema: patternList,
    default: ['**'],
    scope: 'application',
    description: 'Globs on paths in the workspace: which files are copied and rolled back.',
  }),
  'shell.autoRollback': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
    description:
      'Rolls a transactional command back by itself when it ends with one of `#gatehouse.shell.autoRollbackExitCodes#`.',
  }),
  'shell.autoRollbackExitCodes': setting({
    schema: z.array(z.int().min(0).max(255)).max(256),
    default: [1, 2],
    scope: 'application',
    description: 'Exit codes after which a transactional command is rolled back by itself.',
  }),
  'shell.snapshotRequired': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
    description: 'Refuses a transactional command whose files could not be copied before it runs.',
  }),
  'shell.maxSnapshotBytes': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description: 'Bytes that the copies for one command may take; 0 means unlimited.',
  }),
  'shell.confirmPatterns': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description:
      'Texts whose commands ask. Used only while `#gatehouse.permissions#` holds no rule; then they stand before the shipped rules.',
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
  'overflow.threshold': setting({
    schema: z.int().min(1000),
    default: 50000,
    scope: 'application',
    description:
      'Characters of output above which the model gets head, tail and a reference to the whole.',
  }),
  'overflow.retentionDays': setting({
    schema: z.int().min(1),
    default: 7,
    scope: 'application',
    description: 'Days that whole outputs are kept.',
  }),
  'overflow.maxBytes': setting({
    schema: z.int().min(0),
    default: 10485760,
    scope: 'application',
    description: 'Bytes kept of one whole output, head and tail; 0 means unlimited.',
  }),
  'approval.timeout': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description: 'Seconds before an unanswered approval is refused; 0 means it waits.',
  }),
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = z.infer<(typeof settings)[K]['schema']>;
export type Settings = { readonly [K in SettingKey]: SettingValue<K> };
