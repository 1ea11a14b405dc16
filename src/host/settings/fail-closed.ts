import { toolEffects } from '../../core/contracts/tool-spec';
import type { SettingKey, Settings } from '../../core/contracts/settings/settings';

/** Settings that only the user sets. */
export type UserSettingKey = Exclude<SettingKey, 'workspace.deny' | 'workspace.ask'>;

const everyPath = '**';
const everyText = '*';
/** A hundred years: what is removed does not come back, what is kept too long does no harm. */
const forEver = 36_500;

/**
 * The value that replaces an unreadable value of each key; a key that is not here keeps its
 * default. A lost rule could have been a deny and a lost limit a low one, so the stricter side
 * applies. For the lists that are not here, and of the limit on calls, `buildPolicy` makes a rule
 * that denies everything. Bounds of time and size keep their default, which is one: nothing becomes
 * unlimited. The notices that users see are in `warning-texts.ts`.
 */
export const failClosed: { readonly [K in UserSettingKey]?: Partial<Settings> } = {
  'anthropic.baseUrl': { 'anthropic.baseUrl': '' },
  'ollama.baseUrl': { 'ollama.baseUrl': '' },
  'agent.maxToolIterations': { 'agent.maxToolIterations': 1 },
  'agent.rulesFiles': { 'agent.rulesFiles': false },
  'limits.tokensPerTurn': { 'limits.tokensPerTurn': 1 },
  'limits.tokensPerChat': { 'limits.tokensPerChat': 1 },
  'limits.costPerTurn': { 'limits.tokensPerTurn': 1 },
  'limits.costPerChat': { 'limits.tokensPerChat': 1 },
  permissionLevel: { permissionLevel: 'ask' },
  permissions: { permissions: {}, defaultPermissions: {} },
  defaultPermissions: { defaultPermissions: {} },
  requireApprovalForEffects: { requireApprovalForEffects: [...toolEffects] },
  allowedTools: { allowedTools: [] },
  'tools.enabled': { 'tools.enabled': false },
  'tools.maxCallsPerSession': { 'tools.maxCallsPerSession': 1 },
  'retry.maxAttempts': { 'retry.maxAttempts': 0 },
  'retry.baseMs': { 'retry.maxAttempts': 0 },
  'retry.maxMs': { 'retry.maxAttempts': 0 },
  'retry.budget': { 'retry.maxAttempts': 0 },
  'authorization.enabled': { 'authorization.enabled': true },
  'shell.blockedCommands': { 'shell.blockedCommands': [everyText] },
  'shell.transactional': { 'shell.transactional': true },
  'shell.autoRollbackExitCodes': { 'shell.autoRollback': false },
  'shell.snapshotRequired': { 'shell.snapshotRequired': true },
  'shell.confirmPatterns': { 'shell.confirmPatterns': [everyText] },
  'file.allowedPaths': { 'file.denyRead': [everyPath] },
  'file.denyRead': { 'file.denyRead': [everyPath] },
  'file.askRead': { 'file.askRead': [everyPath] },
  'file.allowRead': { 'file.denyRead': [everyPath] },
  'files.protected': { 'files.protected': [everyText] },
  'changes.retentionDays': { 'changes.retentionDays': forEver },
  'filters.enabled': { 'filters.enabled': false },
  'overflow.retentionDays': { 'overflow.retentionDays': forEver },
};
