import type { SettingProblem } from './read-settings';
import type { UserSettingKey } from './fail-closed';

/** Notices already shown, so that each cause is reported once. */
export interface NoticeState {
  get(): string;
  set(value: string): PromiseLike<void>;
}

/** The warning about unusable values, or undefined when there is none to give. */
export function problemNotice(
  problems: readonly SettingProblem[],
  shipped: DefaultOf,
): string | undefined {
  const [first, ...others] = problems;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` ${String(others.length)} more in the log.`;
  return `Gatehouse cannot use a setting. ${problemText(first, shipped)} Correct it in the settings.${more}`;
}

/**
 * The report about a workspace that sets what only the user may set; undefined when there is none
 * or when this set of keys was reported before (decision 31).
 */
export function workspaceNotice(keys: readonly string[], memory: NoticeState): string | undefined {
  const names = [...new Set(keys)].sort().map((key) => `gatehouse.${key}`);
  const told = names.join(' ');
  if (names.length === 0 || memory.get() === told) return undefined;
  void memory.set(told);
  return `Gatehouse ignores ${names.join(', ')} in the settings of this workspace: a workspace may not change what only you may decide.`;
}

type BoundKey =
  | 'tools.timeout'
  | 'shell.timeout'
  | 'shell.hardTimeout'
  | 'overflow.threshold'
  | 'overflow.maxBytes'
  | 'audit.maxFileMegabytes'
  | 'storage.maxMegabytes'
  | 'changes.maxBytes'
  | 'diagnostics.max';

const nothingRuns = 'Every tool call is denied.';
const noRetry = 'No tool call is tried again.';
const oneRound = 'The agent stops and asks after each answer with tool calls.';
const ofWorkspace = 'What can be read of it holds, and every tool call asks.';

/** Default of a setting. */
type DefaultOf = (key: BoundKey) => unknown;

const fallbackTexts: Readonly<Record<UserSettingKey, string | ((shipped: DefaultOf) => string)>> = {
  model: 'No model is chosen.',
  'openai.baseUrl': 'No server is asked.',
  'openai.models': 'None of these models is offered.',
  'anthropic.baseUrl': 'Anthropic is not asked.',
  'anthropic.models': 'None of these models is offered.',
  'ollama.baseUrl': 'Ollama is not asked.',
  'models.options': 'What servers say of their models holds, and no model has a price.',
  'replay.file': 'No recording is played.',
  'agent.maxToolIterations': 'A message may take one round of tool calls.',
  'agent.contextBudgetTokens': 'A request may take as much as the model does.',
  'agent.compressModel': 'The model of the chat compresses it.',
  'agent.rulesFiles': 'No rules file is read.',
  'limits.tokensPerTurn': oneRound,
  'limits.tokensPerChat': oneRound,
  'limits.costPerTurn': oneRound,
  'limits.costPerChat': oneRound,
  permissions: 'No permission rule and no grant is used, and every tool call asks.',
  defaultPermissions: 'None of the shipped rules is used, and no grant of a chat or workspace.',
  requireApprovalForEffects: 'Every effect asks.',
  allowedTools: 'No tool may run.',
  'tools.enabled': 'No tool may run.',
  'tools.maxCallsPerSession': nothingRuns,
  'tools.timeout': (shipped) => `A tool may take ${String(shipped('tools.timeout'))} seconds.`,
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
  'shell.timeout': (shipped) =>
    `The agent waits ${String(shipped('shell.timeout'))} seconds for a command.`,
  'shell.hardTimeout': (shipped) =>
    `A command is killed after ${String(shipped('shell.hardTimeout'))} seconds.`,
  'shell.allowedPaths': 'Commands run in the open folders.',
  'shell.blockedCommands': 'No command may run.',
  'shell.allowedCommands': 'Every command that Gatehouse blocks is blocked.',
  'shell.substitution': 'Substitutions are refused.',
  'shell.transactional': 'Commands are transactional.',
  'shell.transactionScope': 'Every file that a transactional command changes is copied.',
  'shell.autoRollback': 'No command is rolled back by itself.',
  'shell.autoRollbackExitCodes': 'No command is rolled back by itself.',
  'shell.snapshotRequired': 'A transactional command that cannot be rolled back is refused.',
  'shell.maxSnapshotBytes': 'The copies for a command may take any size.',
  'shell.confirmPatterns': 'While you have no rule in gatehouse.permissions, every command asks.',
  'file.allowedPaths': 'No file may be read.',
  'file.denyRead': 'No file may be read.',
  'file.allowRead': 'No file may be read.',
  'changes.maxBytes': (shipped) =>
    `At most ${String(shipped('changes.maxBytes'))} bytes of changed files are kept for a chat.`,
  'changes.retentionDays': 'No copy of a changed file is deleted for its age.',
  'diagnostics.max': (shipped) =>
    `The diagnostics tool tells ${String(shipped('diagnostics.max'))} problems.`,
  'filters.enabled': 'No output is shortened by rules.',
  'filters.path': 'The filters.toml at its usual place holds.',
  'filters.security.enabled': 'Outputs are looked through for credentials.',
  'filters.security.extraPatterns':
    'Only the credentials that Gatehouse knows by itself are removed.',
  'overflow.threshold': (shipped) =>
    `The model gets at most ${String(shipped('overflow.threshold'))} characters of one output.`,
  'overflow.retentionDays': 'No whole output is removed for its age.',
  'overflow.maxBytes': (shipped) =>
    `At most ${String(shipped('overflow.maxBytes'))} bytes of one whole output are kept.`,
  'chats.retentionDays': 'No chat is deleted for its age.',
  'audit.retentionDays': 'No file of the audit log is deleted for its age.',
  'audit.maxFileMegabytes': (shipped) =>
    `A file of the audit log takes ${String(shipped('audit.maxFileMegabytes'))} MB.`,
  'storage.maxMegabytes': (shipped) =>
    `Chats and outputs take at most ${String(shipped('storage.maxMegabytes'))} MB.`,
  'approval.timeout': 'An approval waits until it is answered.',
};

/**
 * The value that applies while a setting cannot be read, as text; the values are in
 * `fail-closed.ts`.
 */
export function fallbackText(key: UserSettingKey, shipped: DefaultOf): string {
  const consequence = fallbackTexts[key];
  return typeof consequence === 'string' ? consequence : consequence(shipped);
}

/** One problem as the user reads it. */
export function problemText({ key, path, message }: SettingProblem, shipped: DefaultOf): string {
  const place = path === '' ? '' : ` at ${path}`;
  const isOfWorkspace = key === 'workspace.deny' || key === 'workspace.ask';
  const consequence = isOfWorkspace ? ofWorkspace : fallbackText(key, shipped);
  return `gatehouse.${key}${place}: ${message}. ${consequence}`;
}
