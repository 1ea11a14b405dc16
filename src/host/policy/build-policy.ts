import { say } from '../../core/base/sentence';
import type { PermissionRule } from '../../core/contracts/calls/decision';
import type {
  Policy,
  PolicyLimits,
  PolicyRule,
  ShellPolicy,
} from '../../core/contracts/policy/policy';
import { settings as declared, type SettingKey } from '../../core/contracts/settings/settings';
import { dense } from '../../core/contracts/schema-parts';
import { builtInSource, toolSourceOf } from '../../core/contracts/tool-spec';
import { admittedExtensionTools, admittedServerTools } from '../../core/contracts/mcp/servers';
import { systemDigest } from '../../adapters/system/random';
import type { StoredGrant } from './grants';
import type { SettingValues } from '../settings/read-settings';
import { hasUnreadableRules, legacyRules, rulesOfSetting } from './setting-rules';
import { canonicalToolName, canonicalToolPattern, webTools } from '../settings/tool-names';
import { buildToolPolicies } from '../settings/tool-policies';
import { defaultBlockedCommands } from '../../core/contracts/settings/defaults';

/**
 * Every setting that affects decisions. The deny list is not part of the policy itself: it guards
 * files wherever they are opened; but changing it re-evaluates pending calls.
 */
export const policyKeys = [
  'tools.enabled',
  'allowedTools',
  'mcp.allowedTools',
  'extensionTools.allowed',
  'requireApprovalForEffects',
  'permissionLevel',
  'permissions',
  'defaultPermissions',
  'shell.blockedCommands',
  'shell.allowedCommands',
  'shell.substitution',
  'shell.transactional',
  'shell.transactionalTyped',
  'shell.transactionScope',
  'shell.autoRollback',
  'shell.autoRollbackExitCodes',
  'shell.snapshotRequired',
  'shell.maxSnapshotBytes',
  'shell.maxSnapshotEntries',
  'shell.snapshotSkip',
  'shell.confirmPatterns',
  'policy.rules',
  'authorization.enabled',
  'authorization.rules',
  'toolPolicies.groups',
  'toolPolicies.profile',
  'tools.maxCallsPerSession',
  'tools.timeout',
  'web.allow',
  'web.deny',
  'web.trustProxy',
  'overflow.threshold',
  'overflow.maxBytes',
  'file.denyRead',
  'file.askRead',
  'file.allowRead',
  'file.allowedPaths',
  'shell.allowedPaths',
  'files.protected',
] as const satisfies readonly SettingKey[];

export interface PolicyInputs {
  readonly version: number;
  readonly settings: SettingValues;
  readonly workspaceRules: readonly PermissionRule[];
  /** Grants for all chats and for this workspace. */
  readonly grants: readonly StoredGrant[];
}

/**
 * The policy as one frozen value (INV-19 POLICY_IS_DATA), without the rules of single chats.
 * Permission rules in the order in which they are tried: workspace, granted here, user, legacy,
 * shipped (decisions 31 and 39). Every name is canonical (decision 9).
 */
export function buildPolicy({ version, settings, workspaceRules, grants }: PolicyInputs): Policy {
  const ofWorkspace = usableGrants(settings, grants).filter(
    ({ scope }) => scope.kind === 'workspace',
  );
  return Object.freeze({
    version,
    allowedTools: settings.get('tools.enabled')
      ? new Set([...ownTools(settings), ...foreignTools(settings)])
      : new Set<string>(),
    approvalEffects: Object.freeze([...settings.get('requireApprovalForEffects')]),
    permissionLevel: settings.get('permissionLevel'),
    permissions: freezeAll([
      ...workspaceRules,
      ...ofWorkspace.map(grantedRule),
      ...rulesOfSetting(settings.get('permissions'), 'user', 'permissions'),
      ...legacyRules(settings),
      ...rulesOfSetting(settings.get('defaultPermissions'), 'default', 'defaultPermissions'),
    ]),
    policyRules: freezeAll(policyRules(settings)),
    toolPolicies: Object.freeze(
      buildToolPolicies({
        groups: settings.get('toolPolicies.groups'),
        defaultGroups: declared['toolPolicies.groups'].default,
        profile: settings.get('toolPolicies.profile'),
      }),
    ),
    protectedFiles: Object.freeze([...settings.get('files.protected')]),
    shell: shellPolicy(settings),
    limits: Object.freeze(limitsOf(settings)),
  });
}

/** `allowedTools` admits our own tools only: foreign ones are pinned by their definition. */
function ownTools(settings: SettingValues): readonly string[] {
  const ids = settings.get('allowedTools').map(canonicalToolName);
  return ids.filter((id) => toolSourceOf(id) === builtInSource);
}

/** The tools that the user switched on (INV-21); their source offers no other definition of them. */
function foreignTools(settings: SettingValues): readonly string[] {
  return [
    ...admittedServerTools(settings.get('mcp.allowedTools'), systemDigest),
    ...admittedExtensionTools(settings.get('extensionTools.allowed'), systemDigest),
  ];
}

/** The grants in use: none while a rule that one of them could override is unreadable. */
export function usableGrants(
  settings: SettingValues,
  grants: readonly StoredGrant[],
): readonly StoredGrant[] {
  return hasUnreadableRules(settings) ? [] : grants;
}

/** The policy of one chat: grants to this chat alone come after the workspace's rules. */
export function withSessionGrants(policy: Policy, grants: readonly StoredGrant[]): Policy {
  if (grants.length === 0) return policy;
  const isOfWorkspace = ({ source }: PermissionRule) => source === 'workspace';
  const permissions = freezeAll([
    ...policy.permissions.filter(isOfWorkspace),
    ...grants.map(grantedRule),
    ...policy.permissions.filter((rule) => !isOfWorkspace(rule)),
  ]);
  return Object.freeze({ ...policy, permissions });
}

/** A grant as the gates read it. */
export function grantedRule({ tool, pattern, added, exact, scope }: StoredGrant): PermissionRule {
  return {
    tool: canonicalToolName(tool),
    pattern,
    action: 'allow',
    source: scope.kind === 'session' ? 'session' : 'granted',
    ...dense({ added, exact }),
  };
}

/** Values whose loss could allow something: while one is unreadable, every call is denied. */
const closingKeys = [
  'policy.rules',
  'authorization.rules',
  'toolPolicies.groups',
  'toolPolicies.profile',
  'tools.maxCallsPerSession',
] as const;

/** The same for web tools: a lost entry could have denied the address. */
const webKeys = ['web.allow', 'web.deny'] as const;

function policyRules(settings: SettingValues): readonly PolicyRule[] {
  const withAuthorization = settings.get('authorization.enabled');
  const isLost = (key: SettingKey): boolean =>
    settings.problems().some((problem) => problem.key === key);
  return [
    ...closingKeys
      .filter((key) => key !== 'authorization.rules' || withAuthorization)
      .filter(isLost)
      .map((key) => denyOf('*', key)),
    ...webKeys.filter(isLost).flatMap((key) => webTools.map((tool) => denyOf(tool, key))),
    ...rulesOfList(settings, 'policy.rules'),
    ...(withAuthorization ? rulesOfList(settings, 'authorization.rules') : []),
  ];
}

function denyOf(tool: string, key: SettingKey): PolicyRule {
  return { effect: 'deny', tool, place: key, isUnreadable: true };
}

/** The rules of one list in their order (003-permissions-1). */
function rulesOfList(
  settings: SettingValues,
  key: 'policy.rules' | 'authorization.rules',
): readonly PolicyRule[] {
  return settings.get(key).map((rule, at) => ({
    effect: rule.effect,
    tool: canonicalToolPattern(rule.tool),
    place: `${key}[${String(at)}]`,
    ...(rule.paths && { paths: Object.freeze([...rule.paths]) }),
    ...(rule.args_match !== undefined && { argsMatch: rule.args_match }),
    ...(rule.trust_level && { trustLevel: rule.trust_level }),
  }));
}

function limitsOf(settings: SettingValues): PolicyLimits {
  return {
    maxCallsPerSession: settings.get('tools.maxCallsPerSession'),
    timeoutMs: settings.get('tools.timeout') * 1000,
    overflowThreshold: settings.get('overflow.threshold'),
    overflowMaxBytes: settings.get('overflow.maxBytes'),
  };
}

function freezeAll<T extends object>(items: readonly T[]): readonly Readonly<T>[] {
  return Object.freeze(items.map((item) => Object.freeze({ ...item })));
}

/**
 * The shell's part of the policy (000-shell-5): it is swapped with the whole policy, so
 * that a change of the lists needs no restart and a call in flight keeps those it began with.
 */
function shellPolicy(settings: SettingValues): ShellPolicy {
  const allowed = new Set(settings.get('shell.allowedCommands').map(folded));
  const shipped = defaultBlockedCommands.filter((command) => !allowed.has(folded(command)));
  const isLost = settings.problems().some(({ key }) => key === 'shell.blockedCommands');
  return Object.freeze({
    substitution: settings.get('shell.substitution'),
    blocked: Object.freeze([...new Set([...shipped, ...settings.get('shell.blockedCommands')])]),
    ...(isLost && {
      closed: say`gatehouse.shell.blockedCommands cannot be read, so no command runs`,
    }),
    transaction: Object.freeze({
      enabled: settings.get('shell.transactional'),
      typed: settings.get('shell.transactionalTyped'),
      scope: Object.freeze([...settings.get('shell.transactionScope')]),
      autoRollback: settings.get('shell.autoRollback'),
      exitCodes: Object.freeze([...settings.get('shell.autoRollbackExitCodes')]),
      snapshotRequired: settings.get('shell.snapshotRequired'),
      maxBytes: settings.get('shell.maxSnapshotBytes'),
      maxEntries: settings.get('shell.maxSnapshotEntries') || Infinity,
      skip: Object.freeze([...settings.get('shell.snapshotSkip')]),
    }),
  });
}

function folded(command: string): string {
  return command.trim().toLowerCase();
}
