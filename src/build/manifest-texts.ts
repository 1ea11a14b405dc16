import { inEnglish, unique } from '../core/base/sentence';
import type { SettingKey } from '../core/contracts/settings/settings';
import { defaultBlockedCommands } from '../core/contracts/settings/defaults';
import { shippedProtectedFiles } from '../core/contracts/policy/protected-files';
import { shippedAskRead, shippedDenyRead, type ReadRow } from '../core/contracts/policy/read-lists';

/** The texts of what package.json contributes by hand, by their keys there. */
export const manifestTexts: Readonly<Record<string, string>> = {
  description:
    'Coding agents behind a governed tool pipeline: every tool call is decided, run, filtered, redacted, recorded and shown.',
  'capability.untrustedWorkspaces':
    'In Restricted Mode the chat opens, but every tool call is refused until you trust the workspace.',
  'capability.virtualWorkspaces':
    'Tools work on real files and run real commands, which a virtual workspace does not have.',
  'view.panel': 'Chat',
  'walkthrough.title': 'Gatehouse: first steps',
  'walkthrough.description': 'Try the demo, get a model, and decide what the agent may do.',
  'walkthrough.demo.title': 'Try the demo',
  'walkthrough.demo.description':
    'An agent fixes a failing test in a sample project. You need no model, key or network.\n[Try the Demo](command:gatehouse.tryDemo)',
  'walkthrough.model.title': 'Get a model',
  'walkthrough.model.description':
    'Use GitHub Copilot or another model in VS Code, Ollama, or an API key: Anthropic, OpenAI, OpenRouter or any OpenAI-compatible server.\n[Get a Model](command:gatehouse.getModel)',
  'walkthrough.message.title': 'Send a message',
  'walkthrough.message.description':
    'Ask for a change, or run a command yourself: `!npm test`.\n[Open the Chat](command:gatehouse.focus)',
  'walkthrough.approve.title': 'Allow, look, undo',
  'walkthrough.approve.description':
    'Gatehouse asks before it changes files or runs commands, unless your rules allow it. Every call is logged.\n[Open the Audit Log](command:gatehouse.openAuditLog)',
};

/** Descriptions in the Settings editor, in Markdown: for the manifest only. */
export const settingDescriptions: Readonly<Record<SettingKey, string>> = {
  model:
    'The model to use: `openai/<model>` for the OpenAI-compatible server, `anthropic/<model>`, `ollama/<model>`, `vscode/<vendor>/<model>` for a model from VS Code, or `replay`. Empty: no model is chosen.',
  'openai.baseUrl':
    'Base URL of an OpenAI-compatible server, for example `http://127.0.0.1:8080/v1`. To store the key, run **Gatehouse: Set API Key**.',
  'openai.models': 'Model names to list in the picker for the OpenAI-compatible server.',
  'anthropic.baseUrl':
    'Base URL of the Anthropic API, or of a compatible gateway. To store the key, run **Gatehouse: Set API Key**.',
  'anthropic.models':
    'Anthropic model names to list in the picker, in addition to those the API reports.',
  'ollama.baseUrl':
    'Address of the Ollama server. In a remote window, 127.0.0.1 is the remote machine.',
  'models.options':
    'Options per model, by its id as in `#gatehouse.model#`. They override what the server reports. `tools` sets how the model calls tools: `native`, `fenced` (in fenced code blocks), or `none` (plain chat).',
  'replay.file':
    'Absolute path of the recorded conversation that the model `replay` plays back. No request is sent to a model.',
  'agent.maxToolIterations': 'Maximum rounds of tool calls for one message. Then the agent stops.',
  'agent.contextBudgetTokens':
    'Maximum tokens in a request. The conversation is compressed when it exceeds 80 percent of this. 0 uses the context size of the model.',
  'agent.compressModel':
    "Id of the model that compresses conversations. Empty: the chat's own model.",
  'agent.rulesFiles':
    'Read AGENTS.md, CLAUDE.md and .github/copilot-instructions.md in trusted workspaces.',
  'agent.verifyChanges':
    'After a turn that changed files, list the problems of these files on a card. New ones are sent to the agent only if you choose so.',
  'limits.tokensPerTurn':
    'Maximum tokens for one message. Then the agent stops and asks. 0: unlimited.',
  'limits.tokensPerChat':
    'Maximum tokens for one chat. Then the agent stops and asks. 0: unlimited.',
  'limits.costPerTurn':
    'Maximum cost of one message in US dollars. Then the agent stops and asks. 0: unlimited. Applies to models whose price is known; see `prices` in `#gatehouse.models.options#`.',
  'limits.costPerChat':
    'Maximum cost of one chat in US dollars. Then the agent stops and asks. 0: unlimited. Applies to models whose price is known; see `prices` in `#gatehouse.models.options#`.',
  allowedTools: 'Tools that may run. All others are denied and hidden from the model.',
  permissionLevel:
    'What asks in new chats. The menu next to the model sets it for the active chat. Nothing that is denied runs at any level, and hazards, protected files, deletions and the rules of the workspace keep asking.',
  permissions:
    'Your permission rules, per tool, in order. The first match wins; a call that matches no rule asks. Your rules come before `#gatehouse.defaultPermissions#`. Patterns match the command for `bash`, and every path for file tools. A `bash` command is split into its sub-commands, and each must be allowed. A rule that allows a command must name the program and any options that could do harm. The examples in `match` and `notMatch` are checked when the rules are loaded; if one fails, all rules are rejected. [Manage Rules…](command:gatehouse.manageRules) lists every rule in force.',
  defaultPermissions:
    'Default permission rules: tools that only read inside the workspace run without asking, everything else asks.',
  requireApprovalForEffects:
    'Ask before tools with these effects, unless one of your rules allows the call: `read_only`, `state_change`, `external_side_effect`.',
  'workspace.deny':
    'Patterns per tool that this workspace denies. They come before your own rules. A workspace cannot allow anything.',
  'workspace.ask':
    'Patterns per tool that ask in this workspace. They come before your own rules. A workspace cannot allow anything.',
  'policy.rules':
    'Policy rules in order. The first match wins; a call that matches no rule passes. An allow rule only ends the search: permission rules, approvals and all other gates still apply. If the list contains an error, every call is denied until you fix it.',
  'authorization.enabled': 'Append `#gatehouse.authorization.rules#` to the policy rules.',
  'authorization.rules':
    'Additional rules in the format of `#gatehouse.policy.rules#`, evaluated after them if `#gatehouse.authorization.enabled#` is on.',
  'toolPolicies.groups':
    'Tool policies per group of tools. A list replaces the defaults of a group, `[]` turns them off; groups you do not list keep their defaults.',
  'toolPolicies.profile': 'Tool policies for every tool, applied after those of its group.',
  'notify.whileAway':
    'Notify you when a turn ends while the window is not focused, and count it on the icon of the view. Pending approvals always notify you.',
  'accessibility.announceReplies':
    'How much of a reply a screen reader reads when the reply is finished: nothing, its first sentence, or all of it.',
  'approval.timeout': 'Seconds until an unanswered approval is denied. 0: wait indefinitely.',
  'file.allowedPaths':
    'Absolute paths of folders that file tools may access; `${workspaceFolder}` means every open folder. Empty: the open folders. If set, only these folders are accessible, not even the open folders.',
  'file.denyRead': `Globs for absolute real paths that no tool may read or name. Checked before \`#gatehouse.file.allowRead#\`. Default:\n\n${byReason(shippedDenyRead)}`,
  'file.askRead': `Globs for absolute real paths that ask before a tool or command reads them; searches of a folder leave them out. A path that \`#gatehouse.file.denyRead#\` matches is denied. Default:\n\n${byReason(shippedAskRead)}`,
  'file.allowRead': 'If set, only paths that match one of these globs may be read.',
  'files.protected': `Files and folders whose every change asks, whatever the rules say, in addition to the built-in list. Names from a folder down, such as \`deploy/keys\`, match anywhere in a path, with everything below. \`*\` is any part of one name, \`**\` any number of names; paths that begin with \`/\` or \`~\`, \`?\`, \`{}\` and \`[]\` are not accepted. Built in:\n\n${byReason(shippedProtectedFiles.map(({ pattern, why }) => ({ glob: pattern, why })))}`,
  'changes.maxBytes':
    'Maximum bytes for copies of changed files, per chat. Changes beyond this limit cannot be undone, and their card says so. 0: keep no copies; no change can be undone.',
  'changes.retentionDays':
    'Days to keep copies of changed files for a chat that was not closed, for example after a crash.',
  'diagnostics.max':
    'How many problems the diagnostics tool returns if the call does not specify a number.',
  'tools.enabled': 'Allow the agent to use tools. If off, no tool is offered or run.',
  'tools.maxCallsPerSession': 'Maximum tool calls in one chat. 0: unlimited.',
  'tools.timeout': 'Time limit for a tool in seconds. `bash` has its own limits.',
  'retry.maxAttempts':
    'How often to retry a read-only tool after a temporary failure: a rate limit, server error, broken connection or timeout.',
  'retry.baseMs':
    'Maximum delay before the first retry in milliseconds. The maximum doubles with each retry; the actual delay is random between 0 and the maximum.',
  'retry.maxMs': 'Upper limit for the delay between retries in milliseconds.',
  'retry.budget': 'Seconds after the start of a call during which retries may begin.',
  'retry.parameterReformatModel':
    "Id of the model that makes one attempt to correct arguments that do not match the tool's schema. Empty: the chat's own model reads the error and calls again.",
  'web.allow':
    'Addresses that web tools may ask for: a host such as `docs.example.com`, `*.example.com` for what is below it, or `https://example.com/docs/*`. Empty: any public host. If set, all others are denied. It also lets a host use a port that it names, such as `example.com:8443`. It allows nothing by itself: your permission rules decide what asks. If an entry cannot be read, no web tool runs.',
  'web.deny':
    'Addresses that web tools never ask for, in the same form as `#gatehouse.web.allow#`. A name covers what is below it too. Redirects are checked as well.',
  'web.trustProxy':
    'Let web tools use a proxy that VS Code or the environment configures. Gatehouse then cannot check which addresses the proxy reaches, so every call asks and says so. If off, web tools are denied where a proxy would carry the request.',
  'scrape.timeout': 'Time limit for one request of a web tool in seconds, redirects included.',
  'scrape.maxBodyBytes':
    'Maximum bytes that a web tool reads of one page, after decompression. The rest is cut off.',
  'mcp.servers':
    'Servers that offer tools by the Model Context Protocol: programs, each started on this machine when it is first used, or addresses. Their tools are off until you switch them on with **Gatehouse: MCP Servers…**. `${workspaceFolder}`, `${userHome}` and `${env:NAME}` are replaced. A program gets only the variables that programs need and those that you write here.',
  'mcp.start':
    'When MCP servers start: `firstUse` when one of their tools is called, or `chat` when a chat begins, without delaying it. A server that a workspace names starts only after you approved it.',
  'mcp.allowedTools':
    'Tools of MCP servers that may run, each with the digest of the definition that you approved. **Gatehouse: MCP Servers…** writes it; a tool whose definition has changed is off.',
  'extensionTools.allowed':
    'Tools of other extensions, and of the MCP servers that VS Code itself runs, that may run, each with the digest of the definition that you approved. **Gatehouse: MCP Servers…** writes it; a tool whose definition has changed is off.',
  'shell.timeout':
    'Seconds the agent waits for a command. Then the command continues in the background and the agent gets its id. The agent can request a different time.',
  'shell.hardTimeout':
    'Seconds after which a command and all its child processes are killed, including in the background.',
  'shell.allowedPaths':
    'Absolute paths of folders that commands may run in and name without asking; `${workspaceFolder}` means every open folder. Empty: the open folders.',
  'shell.blockedCommands':
    'Commands that never run, whatever the rules say, in addition to the built-in list: a program such as `terraform`, or the start of a command such as `git push`. While `#gatehouse.permissions#` is empty, commands that contain one of these texts anywhere are denied too.',
  'shell.allowedCommands': `Commands to remove from the built-in list of blocked commands: ${defaultBlockedCommands.map((command) => `\`${command}\``).join(', ')}. They then ask unless one of your rules allows them.`,
  'shell.passEnvironment':
    'Names of environment variables that commands get although they hold a secret, such as `NPM_TOKEN`. All other variables that are named like a credential, or hold one, stay out of commands.',
  'shell.substitution':
    'How to handle command substitution, process substitution and here-strings. `deny` rejects them. `evaluate` checks the commands inside like any others; the whole command then asks unless it is denied.',
  'shell.transactional':
    'Copy the files that a command is about to change, so that you can roll it back.',
  'shell.transactionalTyped':
    'Also copy files for commands that you type, with `#gatehouse.shell.transactional#`.',
  'shell.transactionScope': 'Globs for workspace paths: the files to copy and roll back.',
  'shell.autoRollback':
    'Automatically roll back a transactional command that ends with one of `#gatehouse.shell.autoRollbackExitCodes#`.',
  'shell.autoRollbackExitCodes':
    'Exit codes that trigger an automatic rollback of a transactional command.',
  'shell.snapshotRequired':
    'Deny a transactional command if its files cannot be copied before it runs.',
  'shell.maxSnapshotBytes': 'Maximum bytes of file copies for one command. 0: unlimited.',
  'shell.maxSnapshotEntries':
    'Maximum number of files and folders to copy for each path that a command may change. 0: unlimited.',
  'shell.snapshotSkip':
    'Names of folders to leave out when a whole workspace folder is copied. What they contain cannot be undone.',
  'shell.confirmPatterns':
    'Commands that contain one of these texts ask. Used only while `#gatehouse.permissions#` is empty, before the default rules.',
  'filters.enabled':
    'Use rules to shorten command output before the model reads it. The card keeps the full output.',
  'filters.path':
    "Absolute path of your `filters.toml`. Empty: the file in Gatehouse's storage folder, which **Gatehouse: Edit Output Filters** opens.",
  'filters.security.enabled':
    'Warn when tool output contains what looks like a credential, without showing the value. Credentials are always removed, even if this is off.',
  'filters.security.extraPatterns':
    'Regular expressions for additional credentials to remove wherever Gatehouse shows or stores text. At most 512 characters each.',
  'overflow.threshold':
    'Maximum characters of output. If output is longer, the model gets its start, its end and a reference to the full output.',
  'overflow.retentionDays': 'Days to keep full outputs.',
  'overflow.maxBytes':
    'Maximum bytes to keep of one full output, from its start and end. 0: unlimited.',
  'compaction.retentionDays':
    'Days to keep the stored record of a compaction. 0: as long as its chat.',
  'chats.retentionDays': 'Days to keep a chat after its last message. 0: until you delete it.',
  'audit.retentionDays':
    'Days to keep completed audit log files. 0: forever. Deleting a chat does not remove its entries.',
  'audit.maxFileMegabytes':
    'Maximum size of an audit log file in megabytes. When a file reaches it, a new one is started.',
  'storage.maxMegabytes':
    'Storage limit for chats and outputs per workspace, in megabytes. The oldest outputs are deleted first.',
};

/** What each value of a choice means. */
export const choiceDescriptions: Partial<
  Readonly<Record<SettingKey, Readonly<Record<string, string>>>>
> = {
  permissionLevel: {
    ask: 'Ask for everything: every call of the agent asks, also one that only reads.',
    rules: 'Use my rules: your rules decide; what no rule allows asks.',
    edits:
      'Edits run: changes of files in the open folders run without asking, unless a rule asks. Commands, deletions, protected files and a copy or move that replaces something still ask.',
  },
};

/** A built-in list, one line for each reason. */
function byReason(rows: readonly ReadRow[]): string {
  return unique(rows.map(({ why }) => why))
    .map((why) => {
      const globs = rows.filter((row) => row.why === why).map(({ glob }) => `\`${glob}\``);
      const text = inEnglish(why).trim();
      return `- ${text[0]?.toUpperCase() ?? ''}${text.slice(1)}: ${globs.join(', ')}`;
    })
    .join('\n');
}
