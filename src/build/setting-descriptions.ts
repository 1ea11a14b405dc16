import { defaultBlockedCommands } from '../core/contracts/settings/defaults';
import type { SettingKey } from '../core/contracts/settings/settings';

/**
 * What the Settings editor says of each setting, in Markdown. Only package.json holds these texts:
 * nothing that runs reads them.
 */
export const settingDescriptions: Readonly<Record<SettingKey, string>> = {
  model:
    'The model that answers: `openai/<model>` for the OpenAI-compatible server, `anthropic/<model>`, `ollama/<model>`, `vscode/<vendor>/<model>` for a model that VS Code offers, or `replay`. Empty: none chosen yet.',
  'openai.baseUrl':
    'Base URL of an OpenAI-compatible server, for example `http://127.0.0.1:8080/v1`. The key is kept apart: run **Gatehouse: Set API Key**.',
  'openai.models': 'Names of models of the OpenAI-compatible server that the picker offers.',
  'anthropic.baseUrl':
    'Base URL of the Anthropic API, or of a gateway that speaks it. The key is kept apart: run **Gatehouse: Set API Key**.',
  'anthropic.models':
    'Names of Anthropic models that the picker offers beside those the API lists.',
  'ollama.baseUrl': 'Address of Ollama. In a remote window, 127.0.0.1 is the remote machine.',
  'models.options':
    'What holds for a model, by its id as in `#gatehouse.model#`; it overrules what its server says. `tools` is how it calls tools: `native`, `fenced` for a model that writes fenced blocks, `none` for a plain chat.',
  'replay.file':
    'Absolute path of a recorded conversation that the model `replay` plays. No model is asked.',
  'agent.maxToolIterations':
    'How many rounds of tool calls one message may take before the agent stops.',
  'agent.contextBudgetTokens':
    'Tokens that a request may take; above 80 percent of them the conversation is compressed. 0 means what the model takes.',
  'agent.compressModel':
    'Id of the model that compresses conversations. Empty: the model of the chat.',
  'agent.rulesFiles':
    'Whether the agent reads AGENTS.md, CLAUDE.md and .github/copilot-instructions.md of trusted workspaces.',
  'limits.tokensPerTurn':
    'Tokens that one message may take before the agent stops and asks; 0 means unlimited.',
  'limits.tokensPerChat':
    'Tokens that one chat may take before the agent stops and asks; 0 means unlimited.',
  'limits.costPerTurn':
    'US dollars that one message may cost before the agent stops and asks; 0 means unlimited. Needs `prices` in `#gatehouse.models.options#`.',
  'limits.costPerChat':
    'US dollars that one chat may cost before the agent stops and asks; 0 means unlimited. Needs `prices` in `#gatehouse.models.options#`.',
  allowedTools: 'Tools that may run at all. A tool that is not listed is denied and hidden.',
  permissions:
    'Your permission rules, per tool, in order; the first match wins. Globs match the command for `bash` and every path for file tools. They stand before `#gatehouse.defaultPermissions#`. No match asks. Examples in `match` and `notMatch` are checked when the rules are loaded; one that does not hold refuses them all. A command of `bash` is taken apart, and the rules are tried on each sub-command: all must be allowed. An allow names its program, and the options that could do harm.',
  defaultPermissions:
    'The rules Gatehouse ships: tools that only read inside the workspace run silently, everything else asks.',
  requireApprovalForEffects:
    'Tools with these effects ask, unless a rule of yours allows the call: `read_only`, `state_change`, `external_side_effect`.',
  'workspace.deny':
    'Patterns per tool that this workspace refuses. They stand before your own rules; a workspace cannot allow anything.',
  'workspace.ask':
    'Patterns per tool that ask in this workspace. They stand before your own rules; a workspace cannot allow anything.',
  'policy.rules':
    'Policy rules in order; the first match wins, and no match is no objection. An allow only ends the search: permission rules, approvals and every other gate still hold. A list with an error denies every call until it is corrected.',
  'authorization.enabled':
    'Whether `#gatehouse.authorization.rules#` are appended to the policy rules.',
  'authorization.rules':
    'Rules of the same form as `#gatehouse.policy.rules#`, tried after them while `#gatehouse.authorization.enabled#` is on.',
  'toolPolicies.groups':
    'Tool policies per group of tools. A group you do not name keeps its default; `[]` turns its policies off; a list replaces them.',
  'toolPolicies.profile': 'Tool policies that hold for every tool, after those of its group.',
  'approval.timeout': 'Seconds before an unanswered approval is refused; 0 means it waits.',
  'file.allowedPaths':
    'Absolute folders that file tools may touch; `${workspaceFolder}` stands for every open folder. Empty: the open folders. If not empty, nothing else may be touched, the open folders neither.',
  'file.denyRead':
    'Globs on absolute real paths that no tool may read or name; checked before `#gatehouse.file.allowRead#`.',
  'file.allowRead': 'If not empty, only paths that match one of these globs may be read.',
  'changes.maxBytes':
    'Bytes that the copies of changed files may take for one chat; what is over them cannot be undone, and the card says so. 0: nothing is kept, nothing can be undone.',
  'changes.retentionDays':
    'Days after which the copies of changed files of a chat are deleted that was not closed, such as after a crash.',
  'diagnostics.max': 'How many problems the diagnostics tool tells when the call does not say.',
  'tools.enabled': 'Off: no tool is offered or run.',
  'tools.maxCallsPerSession': 'How many tool calls one chat may make; 0 means unlimited.',
  'tools.timeout': 'Seconds a tool may take; bash has its own limits.',
  'retry.maxAttempts':
    'How often a tool that only reads is tried again after a failure that may pass: a rate limit, a server error, a broken connection, a timeout.',
  'retry.baseMs':
    'Milliseconds of the first wait; each next may be twice as long. The wait is drawn at random up to that.',
  'retry.maxMs': 'Milliseconds that one wait may take at most.',
  'retry.budget': 'Seconds that a call and all its retries may take before no other is begun.',
  'retry.parameterReformatModel':
    'Id of the model that corrects, once, the arguments of a call that do not fit the schema of its tool. Empty: none; the model of the chat reads the error and calls again.',
  'shell.timeout':
    'Seconds the agent waits for a command. Then the command goes on in the background and the agent is told its id; the agent may ask for another time.',
  'shell.hardTimeout':
    'Seconds after which a command and all its children are killed, in the background too.',
  'shell.allowedPaths':
    'Absolute folders that commands may run in and name without asking; `${workspaceFolder}` stands for every open folder. Empty: the open folders.',
  'shell.blockedCommands':
    'Commands that never run, whatever the rules say, beside those Gatehouse ships: a program, `terraform`, or the beginning of a command, `git push`. While `#gatehouse.permissions#` holds no rule, no command may contain one of these texts either.',
  'shell.allowedCommands': `Commands to take off the list of those that never run: ${defaultBlockedCommands.map((command) => `\`${command}\``).join(', ')}. They then ask, unless a rule of yours allows them.`,
  'shell.substitution':
    'What becomes of command substitution, process substitution and here-strings. `deny` refuses them. `evaluate` reads the commands inside and judges them like any other; the whole then asks at least.',
  'shell.transactional':
    'Keeps a copy of the files that a command is about to change, so that it can be rolled back.',
  'shell.transactionScope':
    'Globs on paths in the workspace: which files are copied and rolled back.',
  'shell.autoRollback':
    'Rolls a transactional command back by itself when it ends with one of `#gatehouse.shell.autoRollbackExitCodes#`.',
  'shell.autoRollbackExitCodes':
    'Exit codes after which a transactional command is rolled back by itself.',
  'shell.snapshotRequired':
    'Refuses a transactional command whose files could not be copied before it runs.',
  'shell.maxSnapshotBytes': 'Bytes that the copies for one command may take; 0 means unlimited.',
  'shell.confirmPatterns':
    'Texts whose commands ask. Used only while `#gatehouse.permissions#` holds no rule; then they stand before the shipped rules.',
  'filters.enabled':
    'Shorten the output of commands by rules before the model reads it. The whole output stays on the card.',
  'filters.path':
    'Absolute path of your `filters.toml`. Empty: the file in the storage folder of Gatehouse, which _Gatehouse: Edit Output Filters_ opens.',
  'filters.security.enabled':
    'Warn, without naming the value, when the output of a tool holds what looks like a credential. Credentials are removed in any case.',
  'filters.security.extraPatterns':
    'Regular expressions of further credentials, which are removed wherever Gatehouse shows or keeps a text. At most 512 characters each.',
  'overflow.threshold':
    'Characters of output above which the model gets head, tail and a reference to the whole.',
  'overflow.retentionDays': 'Days that whole outputs are kept.',
  'overflow.maxBytes': 'Bytes kept of one whole output, head and tail; 0 means unlimited.',
  'chats.retentionDays':
    'Days after its last message that a chat is kept; 0 keeps chats until you delete them.',
  'audit.retentionDays':
    'Days that finished files of the audit log are kept; 0 keeps them. Deleting a chat removes no entry.',
  'audit.maxFileMegabytes':
    'Size at which a file of the audit log is finished and the next one begun. The chain goes on.',
  'storage.maxMegabytes':
    'Room for stored chats and outputs of a workspace; the oldest outputs go first.',
};
