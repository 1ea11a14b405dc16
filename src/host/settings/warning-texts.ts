import { settings } from '../../core/contracts/settings/settings';
import type { SettingProblem } from './read-settings';
import type { UserSettingKey } from './fail-closed';

/** Notices already shown, so that each cause is reported once. */
export interface NoticeState {
  get(): string;
  set(value: string): PromiseLike<void>;
}

/** The warning about unusable values, or undefined when there is none to give. */
export function problemNotice(problems: readonly SettingProblem[]): string | undefined {
  const [first, ...others] = problems;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` ${String(others.length)} more in the log.`;
  return `a setting cannot be used. ${problemText(first)} Correct it in the settings.${more}`;
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
  return `${names.join(', ')} in the settings of this workspace ${names.length === 1 ? 'is' : 'are'} ignored: only your user settings can set this.`;
}

const nothingRuns = 'Every tool call is denied.';
const noRetry = 'No tool call is retried.';
const oneRound = 'The agent stops and asks after each answer with tool calls.';
const ofWorkspace = 'Its readable entries apply, and every tool call asks.';

/** `{default}` stands for the default of the setting. */
const fallbackTexts: Readonly<Record<UserSettingKey, string>> = {
  model: 'No model is chosen.',
  'openai.baseUrl': 'No server is used.',
  'openai.models': 'None of these models is offered.',
  'anthropic.baseUrl': 'Anthropic is not used.',
  'anthropic.models': 'None of these models is offered.',
  'ollama.baseUrl': 'Ollama is not used.',
  'models.options': 'What servers report about their models applies, and no model has a price.',
  'replay.file': 'No recording is played.',
  'agent.maxToolIterations': 'A turn is limited to one round of tool calls.',
  'agent.contextBudgetTokens': 'A request may use the whole context of the model.',
  'agent.compressModel': 'The model of the chat writes the summaries.',
  'agent.verifyChanges': 'Files that a turn changed are checked for problems.',
  'agent.rulesFiles': 'No rules file is read.',
  'limits.tokensPerTurn': oneRound,
  'limits.tokensPerChat': oneRound,
  'limits.costPerTurn': oneRound,
  'limits.costPerChat': oneRound,
  permissions: 'Permission rules and "Always allow" rules are not used, and every tool call asks.',
  defaultPermissions: 'Default rules and "Always allow" rules are not used.',
  requireApprovalForEffects: 'Calls with any effect ask.',
  allowedTools: 'No tool may run.',
  'tools.enabled': 'No tool may run.',
  'tools.maxCallsPerSession': nothingRuns,
  'tools.timeout': 'Tools time out after {default} seconds.',
  'retry.maxAttempts': noRetry,
  'retry.baseMs': noRetry,
  'retry.maxMs': noRetry,
  'retry.budget': noRetry,
  'retry.parameterReformatModel': 'No model is asked to correct arguments.',
  'policy.rules': nothingRuns,
  'authorization.enabled': 'The rules of gatehouse.authorization.rules are used.',
  'authorization.rules': 'While gatehouse.authorization.enabled is on, every tool call is denied.',
  'toolPolicies.groups': nothingRuns,
  'toolPolicies.profile': nothingRuns,
  'shell.timeout': 'The agent waits {default} seconds for a command.',
  'shell.hardTimeout': 'A command is killed after {default} seconds.',
  'shell.allowedPaths': 'Commands run in the open folders.',
  'shell.blockedCommands': 'No command may run.',
  'shell.allowedCommands': 'The built-in blocklist applies in full.',
  'shell.passEnvironment': 'No variable that holds a secret is passed to commands.',
  'shell.substitution': 'Substitutions are refused.',
  'shell.transactional': 'Commands are transactional.',
  'shell.transactionalTyped': 'Typed commands are not transactional.',
  'shell.transactionScope': 'Every file that a transactional command changes is copied.',
  'shell.autoRollback': 'No command is rolled back automatically.',
  'shell.autoRollbackExitCodes': 'No command is rolled back automatically.',
  'shell.snapshotRequired': 'A transactional command that cannot be rolled back is refused.',
  'shell.maxSnapshotBytes': 'The copies for a command have no size limit.',
  'shell.maxSnapshotEntries': 'At most {default} files and folders are copied for each path.',
  'shell.snapshotSkip': 'The default folders are left out of copies.',
  'shell.confirmPatterns': 'While you have no rule in gatehouse.permissions, every command asks.',
  'file.allowedPaths': 'No file may be read.',
  'file.denyRead': 'No file may be read.',
  'file.askRead': 'Reading a file asks.',
  'file.allowRead': 'No file may be read.',
  'files.protected': 'Every change of a file asks.',
  'changes.maxBytes': 'At most {default} bytes of changed files are kept for a chat.',
  'changes.retentionDays': 'Copies of changed files are kept without an age limit.',
  'diagnostics.max': 'The diagnostics tool reports at most {default} problems.',
  'filters.enabled': 'No output is shortened by rules.',
  'filters.path': 'The filters.toml in its default folder is used.',
  'filters.security.enabled': 'Outputs are scanned for credentials.',
  'filters.security.extraPatterns':
    'Only credentials that match the built-in patterns are removed.',
  'overflow.threshold': 'The model gets at most {default} characters of one output.',
  'overflow.retentionDays': 'Full outputs are kept without an age limit.',
  'overflow.maxBytes': 'At most {default} bytes of one full output are kept.',
  'compaction.retentionDays': 'Records of compactions are kept as long as their chats.',
  'chats.retentionDays': 'Chats are kept without an age limit.',
  'audit.retentionDays': 'Audit log files are kept without an age limit.',
  'audit.maxFileMegabytes': 'An audit log file may have up to {default} MB.',
  'storage.maxMegabytes': 'Chats and outputs take at most {default} MB.',
  'notify.whileAway': 'You are notified when a turn ends while the window is not focused.',
  'accessibility.announceReplies': 'Screen readers read the first sentence of a reply.',
  'approval.timeout': 'Approvals wait until they are answered.',
};

/**
 * The value that applies while a setting cannot be read, as text; the values are in
 * `fail-closed.ts`.
 */
export function fallbackText(key: UserSettingKey): string {
  return fallbackTexts[key].replace('{default}', JSON.stringify(settings[key].default));
}

/** One problem as the user reads it. */
export function problemText({ key, path, message }: SettingProblem): string {
  const place = path === '' ? '' : ` at ${path}`;
  const isOfWorkspace = key === 'workspace.deny' || key === 'workspace.ask';
  const consequence = isOfWorkspace ? ofWorkspace : fallbackText(key);
  return `gatehouse.${key}${place}: ${message}. ${consequence}`;
}
