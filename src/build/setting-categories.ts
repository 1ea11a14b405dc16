import type { SettingKey } from '../core/contracts/settings/settings';

interface SettingCategory {
  /** Names its title among the texts of the manifest. */
  readonly name: string;
  readonly title: string;
  /** What most users change, first in the Settings editor. */
  readonly common: readonly SettingKey[];
  /** Tagged `advanced`. */
  readonly advanced: readonly SettingKey[];
}

/** The Settings editor's categories, in order; each setting is in one. For package.json only. */
export const settingCategories: readonly SettingCategory[] = [
  {
    name: 'model',
    title: 'Model',
    common: [
      'model',
      'openai.baseUrl',
      'openai.models',
      'anthropic.baseUrl',
      'anthropic.models',
      'ollama.baseUrl',
      'models.options',
    ],
    advanced: [
      'agent.compressModel',
      'agent.contextBudgetTokens',
      'retry.parameterReformatModel',
      'replay.file',
    ],
  },
  {
    name: 'approvals',
    title: 'Approvals & rules',
    common: [
      'permissionLevel',
      'permissions',
      'defaultPermissions',
      'allowedTools',
      'notify.whileAway',
      'accessibility.announceReplies',
      'approval.timeout',
      'workspace.deny',
      'workspace.ask',
      'agent.rulesFiles',
      'web.allow',
      'web.deny',
      'mcp.servers',
      'mcp.start',
    ],
    advanced: [
      'requireApprovalForEffects',
      'tools.enabled',
      'policy.rules',
      'authorization.enabled',
      'authorization.rules',
      'toolPolicies.groups',
      'toolPolicies.profile',
      'web.trustProxy',
      'mcp.allowedTools',
      'extensionTools.allowed',
    ],
  },
  {
    name: 'commands',
    title: 'Commands',
    common: [
      'shell.timeout',
      'shell.hardTimeout',
      'shell.allowedPaths',
      'shell.blockedCommands',
      'shell.allowedCommands',
      'shell.passEnvironment',
      'shell.transactional',
      'filters.enabled',
    ],
    advanced: [
      'shell.substitution',
      'shell.confirmPatterns',
      'shell.transactionalTyped',
      'shell.transactionScope',
      'shell.autoRollback',
      'shell.autoRollbackExitCodes',
      'shell.snapshotRequired',
      'shell.maxSnapshotBytes',
      'shell.maxSnapshotEntries',
      'shell.snapshotSkip',
      'filters.path',
    ],
  },
  {
    name: 'files',
    title: 'Files & undo',
    common: [
      'files.protected',
      'file.allowedPaths',
      'file.denyRead',
      'file.askRead',
      'file.allowRead',
      'agent.verifyChanges',
    ],
    advanced: ['changes.maxBytes', 'changes.retentionDays', 'diagnostics.max'],
  },
  {
    name: 'limits',
    title: 'Limits & cost',
    common: [
      'limits.costPerTurn',
      'limits.costPerChat',
      'limits.tokensPerTurn',
      'limits.tokensPerChat',
      'agent.maxToolIterations',
    ],
    advanced: [
      'tools.maxCallsPerSession',
      'tools.timeout',
      'retry.maxAttempts',
      'retry.baseMs',
      'retry.maxMs',
      'retry.budget',
      'scrape.timeout',
      'scrape.maxBodyBytes',
    ],
  },
  {
    name: 'storage',
    title: 'Storage & log',
    common: [
      'chats.retentionDays',
      'audit.retentionDays',
      'storage.maxMegabytes',
      'filters.security.enabled',
      'filters.security.extraPatterns',
    ],
    advanced: [
      'audit.maxFileMegabytes',
      'compaction.retentionDays',
      'overflow.threshold',
      'overflow.retentionDays',
      'overflow.maxBytes',
    ],
  },
];
