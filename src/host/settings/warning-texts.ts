import { settings } from '../../core/contracts/settings/settings';
import type { SettingProblem } from './read-settings';
import type { UserSettingKey } from './fail-closed';
import { t } from '../window/language';

/** Notices already shown, so that each cause is reported once. */
export interface NoticeState {
  get(): string;
  set(value: string): PromiseLike<void>;
}

/** The warning about unusable values, or undefined when there is none to give. */
export function problemNotice(problems: readonly SettingProblem[]): string | undefined {
  const [first, ...others] = problems;
  if (first === undefined) return undefined;
  const text = problemText(first);
  return others.length === 0
    ? t('a setting cannot be used. {0} Correct it in the settings.', text)
    : t(
        'a setting cannot be used. {0} Correct it in the settings. {1} more in the log.',
        text,
        others.length,
      );
}

/**
 * The report about a workspace that sets what only the user may set; undefined when there is none
 * or when this set of keys was reported before (decision 31).
 */
export function workspaceNotice(keys: readonly string[], memory: NoticeState): string | undefined {
  const names = [...new Set(keys)].sort().map((key) => `gatehouse.${key}`);
  const reported = names.join(' ');
  if (names.length === 0 || memory.get() === reported) return undefined;
  void memory.set(reported);
  const listed = names.join(', ');
  return names.length === 1
    ? t(
        '{0} in the settings of this workspace is ignored: only your user settings can set this.',
        listed,
      )
    : t(
        '{0} in the settings of this workspace are ignored: only your user settings can set this.',
        listed,
      );
}

const nothingRuns = (): string => t('Every tool call is denied.');
const noWeb = (): string => t('No web tool may run.');
const noRetry = (): string => t('No tool call is retried.');
const oneRound = (): string => t('The agent stops and asks after each answer with tool calls.');
const ofWorkspace = (): string => t('Its readable entries apply, and every tool call asks.');

/** `{default}` stands for the default of the setting. */
const fallbackTexts: Readonly<Record<UserSettingKey, () => string>> = {
  model: () => t('No model is chosen.'),
  'openai.baseUrl': () => t('No server is used.'),
  'openai.models': () => t('None of these models is offered.'),
  'anthropic.baseUrl': () => t('Anthropic is not used.'),
  'anthropic.models': () => t('None of these models is offered.'),
  'ollama.baseUrl': () => t('Ollama is not used.'),
  'models.options': () =>
    t('What servers report about their models applies, and no model has a price.'),
  'replay.file': () => t('No recording is played.'),
  'agent.maxToolIterations': () => t('A turn is limited to one round of tool calls.'),
  'agent.contextBudgetTokens': () => t('A request may use the whole context of the model.'),
  'agent.compressModel': () => t('The model of the chat writes the summaries.'),
  'agent.verifyChanges': () => t('Files that a turn changed are checked for problems.'),
  'agent.rulesFiles': () => t('No rules file is read.'),
  'limits.tokensPerTurn': oneRound,
  'limits.tokensPerChat': oneRound,
  'limits.costPerTurn': oneRound,
  'limits.costPerChat': oneRound,
  permissionLevel: () => t('In new chats every call asks.'),
  permissions: () =>
    t('Permission rules and "Always allow" rules are not used, and every tool call asks.'),
  defaultPermissions: () => t('Default rules and "Always allow" rules are not used.'),
  requireApprovalForEffects: () => t('Calls with any effect ask.'),
  allowedTools: () => t('No tool may run.'),
  'tools.enabled': () => t('No tool may run.'),
  'tools.maxCallsPerSession': nothingRuns,
  'tools.timeout': () => t('Tools time out after {default} seconds.'),
  'retry.maxAttempts': noRetry,
  'retry.baseMs': noRetry,
  'retry.maxMs': noRetry,
  'retry.budget': noRetry,
  'retry.parameterReformatModel': () => t('No model is asked to correct arguments.'),
  'policy.rules': nothingRuns,
  'authorization.enabled': () => t('The rules of gatehouse.authorization.rules are used.'),
  'authorization.rules': () =>
    t('While gatehouse.authorization.enabled is on, every tool call is denied.'),
  'toolPolicies.groups': nothingRuns,
  'toolPolicies.profile': nothingRuns,
  'web.allow': noWeb,
  'web.deny': noWeb,
  'web.trustProxy': () => t('Web tools use no proxy.'),
  'scrape.timeout': () => t('A request of a web tool takes at most {default} seconds.'),
  'scrape.maxBodyBytes': () => t('Web tools read at most {default} bytes of a page.'),
  'mcp.servers': () => t('MCP servers with a problem are not used.'),
  'mcp.start': () => t('MCP servers start with their first use.'),
  'mcp.allowedTools': () => t('No tool of an MCP server may run.'),
  'extensionTools.allowed': () => t('No tool of another extension may run.'),
  'shell.timeout': () => t('The agent waits {default} seconds for a command.'),
  'shell.hardTimeout': () => t('A command is killed after {default} seconds.'),
  'shell.allowedPaths': () => t('Commands run in the open folders.'),
  'shell.blockedCommands': () => t('No command may run.'),
  'shell.allowedCommands': () => t('The built-in blocklist applies in full.'),
  'shell.passEnvironment': () => t('No variable that holds a secret is passed to commands.'),
  'shell.substitution': () => t('Substitutions are refused.'),
  'shell.transactional': () => t('Commands are transactional.'),
  'shell.transactionalTyped': () => t('Typed commands are not transactional.'),
  'shell.transactionScope': () => t('Every file that a transactional command changes is copied.'),
  'shell.autoRollback': () => t('No command is rolled back automatically.'),
  'shell.autoRollbackExitCodes': () => t('No command is rolled back automatically.'),
  'shell.snapshotRequired': () =>
    t('A transactional command that cannot be rolled back is refused.'),
  'shell.maxSnapshotBytes': () => t('The copies for a command have no size limit.'),
  'shell.maxSnapshotEntries': () =>
    t('At most {default} files and folders are copied for each path.'),
  'shell.snapshotSkip': () => t('The default folders are left out of copies.'),
  'shell.confirmPatterns': () =>
    t('While you have no rule in gatehouse.permissions, every command asks.'),
  'file.allowedPaths': () => t('No file may be read.'),
  'file.denyRead': () => t('No file may be read.'),
  'file.askRead': () => t('Reading a file asks.'),
  'file.allowRead': () => t('No file may be read.'),
  'files.protected': () => t('Every change of a file asks.'),
  'changes.maxBytes': () => t('At most {default} bytes of changed files are kept for a chat.'),
  'changes.retentionDays': () => t('Copies of changed files are kept without an age limit.'),
  'diagnostics.max': () => t('The diagnostics tool reports at most {default} problems.'),
  'filters.enabled': () => t('No output is shortened by rules.'),
  'filters.path': () => t('The filters.toml in its default folder is used.'),
  'filters.security.enabled': () => t('Outputs are scanned for credentials.'),
  'filters.security.extraPatterns': () =>
    t('Only credentials that match the built-in patterns are removed.'),
  'overflow.threshold': () => t('The model gets at most {default} characters of one output.'),
  'overflow.retentionDays': () => t('Full outputs are kept without an age limit.'),
  'overflow.maxBytes': () => t('At most {default} bytes of one full output are kept.'),
  'compaction.retentionDays': () => t('Records of compactions are kept as long as their chats.'),
  'chats.retentionDays': () => t('Chats are kept without an age limit.'),
  'audit.retentionDays': () => t('Audit log files are kept without an age limit.'),
  'audit.maxFileMegabytes': () => t('An audit log file may have up to {default} MB.'),
  'storage.maxMegabytes': () => t('Chats and outputs take at most {default} MB.'),
  'notify.whileAway': () => t('You are notified when a turn ends while the window is not focused.'),
  'accessibility.announceReplies': () => t('Screen readers read the first sentence of a reply.'),
  'approval.timeout': () => t('Approvals wait until they are answered.'),
};

/**
 * The value that applies while a setting cannot be read, as text; the values are in
 * `fail-closed.ts`.
 */
export function fallbackText(key: UserSettingKey): string {
  return fallbackTexts[key]().replace('{default}', JSON.stringify(settings[key].default));
}

/** One problem as the user reads it. */
export function problemText({ key, path, message }: SettingProblem): string {
  const isOfWorkspace = key === 'workspace.deny' || key === 'workspace.ask';
  const consequence = isOfWorkspace ? ofWorkspace() : fallbackText(key);
  return path === ''
    ? `gatehouse.${key}: ${message}. ${consequence}`
    : t('gatehouse.{0} at {1}: {2}. {3}', key, path, message, consequence);
}
