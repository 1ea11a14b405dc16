import { toolEffects } from '../../core/contracts/effect';
import { settings, type SettingKey, type Settings } from '../../core/contracts/settings';

/** Settings that only the user sets. */
export type UserSettingKey = Exclude<SettingKey, 'workspace.deny' | 'workspace.ask'>;

/** What holds while a value cannot be read. */
export interface ClosedValue {
  readonly values: Partial<Settings>;
  /** The same, for people. */
  readonly consequence: string;
}

type BoundKey =
  | 'tools.timeout'
  | 'shell.timeout'
  | 'shell.hardTimeout'
  | 'overflow.threshold'
  | 'overflow.maxBytes';

const everyPath = '**';
const everyText = '*';
const nothingRuns = 'Every tool call is denied.';
const noRetry = 'No tool call is tried again.';
const oneRound = 'The agent stops and asks after each answer with tool calls.';
const byDefault: Partial<Settings> = {};
/** A hundred years: what is removed does not come back, what is kept too long does no harm. */
const forEver = 36_500;
const shipped = (key: BoundKey): string => String(settings[key].default);

/**
 * What an unreadable value of each key leads to. A lost rule could have been a deny and a lost
 * limit a low one, so the stricter side holds. Of the lists without values here, and of the limit
 * on calls, `buildPolicy` makes a rule that denies everything. Bounds of time and size keep their
 * default, which is one: nothing becomes unlimited.
 */
export const failClosed: { readonly [K in UserSettingKey]: ClosedValue } = {
  model: { values: byDefault, consequence: 'No model is chosen.' },
  'openai.baseUrl': { values: byDefault, consequence: 'No server is asked.' },
  'openai.models': { values: byDefault, consequence: 'None of these models is offered.' },
  'anthropic.baseUrl': {
    values: { 'anthropic.baseUrl': '' },
    consequence: 'Anthropic is not asked.',
  },
  'anthropic.models': { values: byDefault, consequence: 'None of these models is offered.' },
  'ollama.baseUrl': { values: { 'ollama.baseUrl': '' }, consequence: 'Ollama is not asked.' },
  'models.options': {
    values: byDefault,
    consequence: 'What servers say of their models holds, and no model has a price.',
  },
  'replay.file': { values: byDefault, consequence: 'No recording is played.' },
  'agent.maxToolIterations': {
    values: { 'agent.maxToolIterations': 1 },
    consequence: 'A message may take one round of tool calls.',
  },
  'agent.contextBudgetTokens': {
    values: byDefault,
    consequence: 'A request may take as much as the model does.',
  },
  'agent.compressModel': {
    values: byDefault,
    consequence: 'The model of the chat compresses it.',
  },
  'agent.rulesFiles': {
    values: { 'agent.rulesFiles': false },
    consequence: 'No rules file is read.',
  },
  'limits.tokensPerTurn': { values: { 'limits.tokensPerTurn': 1 }, consequence: oneRound },
  'limits.tokensPerChat': { values: { 'limits.tokensPerChat': 1 }, consequence: oneRound },
  'limits.costPerTurn': { values: { 'limits.tokensPerTurn': 1 }, consequence: oneRound },
  'limits.costPerChat': { values: { 'limits.tokensPerChat': 1 }, consequence: oneRound },
  permissions: {
    values: { permissions: {}, defaultPermissions: {} },
    consequence: 'No permission rule and no grant is used, and every tool call asks.',
  },
  defaultPermissions: {
    values: { defaultPermissions: {} },
    consequence: 'None of the shipped rules is used, and no grant of a chat or workspace.',
  },
  requireApprovalForEffects: {
    values: { requireApprovalForEffects: [...toolEffects] },
    consequence: 'Every effect asks.',
  },
  allowedTools: { values: { allowedTools: [] }, consequence: 'No tool may run.' },
  'tools.enabled': { values: { 'tools.enabled': false }, consequence: 'No tool may run.' },
  'tools.maxCallsPerSession': {
    values: { 'tools.maxCallsPerSession': 1 },
    consequence: nothingRuns,
  },
  'tools.timeout': {
    values: byDefault,
    consequence: `A tool may take ${shipped('tools.timeout')} seconds.`,
  },
  'retry.maxAttempts': { values: { 'retry.maxAttempts': 0 }, consequence: noRetry },
  'retry.baseMs': { values: { 'retry.maxAttempts': 0 }, consequence: noRetry },
  'retry.maxMs': { values: { 'retry.maxAttempts': 0 }, consequence: noRetry },
  'retry.budget': { values: { 'retry.maxAttempts': 0 }, consequence: noRetry },
  'retry.parameterReformatModel': {
    values: byDefault,
    consequence: 'No model is asked to correct arguments.',
  },
  'policy.rules': { values: byDefault, consequence: nothingRuns },
  'authorization.enabled': {
    values: { 'authorization.enabled': true },
    consequence: 'The rules of gatehouse.authorization.rules are used.',
  },
  'authorization.rules': {
    values: byDefault,
    consequence: 'While gatehouse.authorization.enabled is on, every tool call is denied.',
  },
  'toolPolicies.groups': { values: byDefault, consequence: nothingRuns },
  'toolPolicies.profile': { values: byDefault, consequence: nothingRuns },
  'shell.timeout': {
    values: byDefault,
    consequence: `The agent waits ${shipped('shell.timeout')} seconds for a command.`,
  },
  'shell.hardTimeout': {
    values: byDefault,
    consequence: `A command is killed after ${shipped('shell.hardTimeout')} seconds.`,
  },
  'shell.blockedCommands': {
    values: { 'shell.blockedCommands': [everyText] },
    consequence: 'No command may run.',
  },
  'shell.allowedCommands': {
    values: byDefault,
    consequence: 'Every command that Gatehouse blocks is blocked.',
  },
  'shell.substitution': { values: byDefault, consequence: 'Substitutions are refused.' },
  'shell.transactional': {
    values: { 'shell.transactional': true },
    consequence: 'Commands are transactional.',
  },
  'shell.transactionScope': {
    values: byDefault,
    consequence: 'Every file that a transactional command changes is copied.',
  },
  'shell.autoRollback': {
    values: byDefault,
    consequence: 'No command is rolled back by itself.',
  },
  'shell.autoRollbackExitCodes': {
    values: { 'shell.autoRollback': false },
    consequence: 'No command is rolled back by itself.',
  },
  'shell.snapshotRequired': {
    values: { 'shell.snapshotRequired': true },
    consequence: 'A transactional command that cannot be rolled back is refused.',
  },
  'shell.maxSnapshotBytes': {
    values: byDefault,
    consequence: 'The copies for a command may take any size.',
  },
  'shell.confirmPatterns': {
    values: { 'shell.confirmPatterns': [everyText] },
    consequence: 'While you have no rule in gatehouse.permissions, every command asks.',
  },
  'file.denyRead': {
    values: { 'file.denyRead': [everyPath] },
    consequence: 'No file may be read.',
  },
  'file.allowRead': {
    values: { 'file.denyRead': [everyPath] },
    consequence: 'No file may be read.',
  },
  'overflow.threshold': {
    values: byDefault,
    consequence: `The model gets at most ${shipped('overflow.threshold')} characters of one output.`,
  },
  'overflow.retentionDays': {
    values: { 'overflow.retentionDays': forEver },
    consequence: 'No whole output is removed for its age.',
  },
  'overflow.maxBytes': {
    values: byDefault,
    consequence: `At most ${shipped('overflow.maxBytes')} bytes of one whole output are kept.`,
  },
  'approval.timeout': {
    values: byDefault,
    consequence: 'An approval waits until it is answered.',
  },
};
