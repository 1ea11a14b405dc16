import { toolEffects } from '../../core/contracts/effect';
import type { SettingKey, Settings } from '../../core/contracts/settings';

/** What holds while a value cannot be read. */
export interface ClosedValue {
  readonly values: Partial<Settings>;
  /** The same, for people. */
  readonly consequence: string;
}

const everyPath = '**';
const everyText = '*';
const nothingRuns = 'Every tool call is denied.';

/**
 * What an unreadable value of a rule leads to. A lost rule could have been a deny, so nothing that
 * it may have narrowed is allowed either. Of the keys without values here, `buildPolicy` makes a
 * rule that denies everything.
 */
export const failClosed: { readonly [K in SettingKey]?: ClosedValue } = {
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
  'policy.rules': { values: {}, consequence: nothingRuns },
  'authorization.enabled': {
    values: { 'authorization.enabled': true },
    consequence: 'The rules of gatehouse.authorization.rules are used.',
  },
  'authorization.rules': {
    values: {},
    consequence: 'While gatehouse.authorization.enabled is on, every tool call is denied.',
  },
  'toolPolicies.groups': { values: {}, consequence: nothingRuns },
  'toolPolicies.profile': { values: {}, consequence: nothingRuns },
  'shell.blockedCommands': {
    values: { 'shell.blockedCommands': [everyText] },
    consequence: 'While you have no rule in gatehouse.permissions, no command may run.',
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
};
