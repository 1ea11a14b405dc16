import * as z from 'zod';
import { modelOptions } from '../models';
import { toolEffects } from '../tool-spec';
import { defaultAskRead, defaultDenyRead } from '../policy/read-lists';
import {
  defaultApprovalEffects,
  defaultPermissions,
  defaultPolicyGroups,
  defaultSnapshotSkip,
} from './defaults';
import { permissionLevels } from '../permission-level';
import { allowedExtensionTools, mcpAllowedTools, mcpServers } from '../mcp/servers';
import {
  pathNames,
  patternList,
  defaultRules,
  permissionRules,
  policyDeclarations,
  policyGroups,
  policyRules,
  setting,
  toolPatterns,
} from './define-setting';

/** How much of a complete reply screen readers hear. */
export const announcedReplies = ['off', 'firstSentence', 'all'] as const;
export type AnnouncedReplies = (typeof announcedReplies)[number];

const serverAddress = z.string().regex(/^(https?:\/\/\S+)?$/);

type DefaultRule = (typeof defaultPermissions)[keyof typeof defaultPermissions][number];

function mutableLists<T>(lists: Readonly<Record<string, readonly T[]>>): Record<string, T[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}

/** Every setting, without its `gatehouse.` prefix. `contributes.configuration` comes from here. */
export const settings = {
  // Models and where they are.
  model: setting(z.string(), ''),
  'openai.baseUrl': setting(serverAddress, ''),
  'openai.models': setting(patternList, []),
  'anthropic.baseUrl': setting(serverAddress, 'https://api.anthropic.com'),
  'anthropic.models': setting(patternList, []),
  'ollama.baseUrl': setting(serverAddress, 'http://127.0.0.1:11434'),
  'models.options': setting(z.record(z.string().min(1).max(300), modelOptions), {}),
  'replay.file': setting(z.string(), ''),

  // How the agent works, and what it may spend.
  'agent.maxToolIterations': setting(z.int().min(1).max(200), 10),
  'agent.contextBudgetTokens': setting(z.int().min(0).max(100_000_000), 0),
  'agent.compressModel': setting(z.string(), ''),
  'agent.rulesFiles': setting(z.boolean(), true),
  'agent.verifyChanges': setting(z.boolean(), true),
  'limits.tokensPerTurn': setting(z.int().min(0), 0),
  'limits.tokensPerChat': setting(z.int().min(0), 0),
  'limits.costPerTurn': setting(z.number().min(0), 0),
  'limits.costPerChat': setting(z.number().min(0), 0),

  // What may run, what asks, what is denied.
  allowedTools: setting(patternList, [
    'read',
    'write',
    'edit',
    'list_directory',
    'find_path',
    'grep',
    'create_directory',
    'delete_path',
    'move_path',
    'copy_path',
    'diagnostics',
    'bash',
    'bash_output',
    'bash_kill',
    'fetch',
    'web_scrape',
    'read_overflow',
    'compress_context',
  ]),
  permissionLevel: setting(z.enum(permissionLevels), 'rules'),
  permissions: setting(permissionRules, {}),
  defaultPermissions: setting(defaultRules, mutableLists<DefaultRule>(defaultPermissions)),
  requireApprovalForEffects: setting(z.array(z.enum(toolEffects)), [...defaultApprovalEffects]),
  'workspace.deny': setting(toolPatterns, {}, 'resource'),
  'workspace.ask': setting(toolPatterns, {}, 'resource'),
  'policy.rules': setting(policyRules, []),
  'authorization.enabled': setting(z.boolean(), false),
  'authorization.rules': setting(policyRules, []),
  'toolPolicies.groups': setting(policyGroups, mutableLists(defaultPolicyGroups)),
  'toolPolicies.profile': setting(policyDeclarations, []),
  'approval.timeout': setting(z.int().min(0), 0),
  'notify.whileAway': setting(z.boolean(), true),
  'accessibility.announceReplies': setting(z.enum(announcedReplies), 'firstSentence'),

  // Files: where tools may work, and how long their changes are kept.
  'file.allowedPaths': setting(patternList, []),
  'file.denyRead': setting(patternList, defaultDenyRead),
  'file.askRead': setting(patternList, defaultAskRead),
  'file.allowRead': setting(patternList, []),
  'files.protected': setting(pathNames, []),
  'changes.maxBytes': setting(z.int().min(0), 100 * 1024 * 1024),
  'changes.retentionDays': setting(z.int().min(1).max(36500), 7),
  'diagnostics.max': setting(z.int().min(1).max(1000), 50),

  // Tools as a whole.
  'tools.enabled': setting(z.boolean(), true),
  'tools.maxCallsPerSession': setting(z.int().min(0), 0),
  'tools.timeout': setting(z.int().min(1).max(3600), 60),
  'retry.maxAttempts': setting(z.int().min(0).max(10), 2),
  'retry.baseMs': setting(z.int().min(1).max(60000), 500),
  'retry.maxMs': setting(z.int().min(1).max(600000), 5000),
  'retry.budget': setting(z.int().min(1).max(3600), 30),
  'retry.parameterReformatModel': setting(z.string(), ''),

  // Web pages: what may be asked for, and how much of it is read.
  'web.allow': setting(patternList, []),
  'web.deny': setting(patternList, []),
  'web.trustProxy': setting(z.boolean(), false),
  'scrape.timeout': setting(z.int().min(1).max(600), 15),
  'scrape.maxBodyBytes': setting(z.int().min(1024).max(67_108_864), 1_048_576),

  // MCP servers: how they are started, and what alone admits their tools.
  'mcp.servers': setting(mcpServers, {}),
  'mcp.start': setting(z.enum(['firstUse', 'chat']), 'firstUse'),
  'mcp.allowedTools': setting(mcpAllowedTools, {}),
  'extensionTools.allowed': setting(allowedExtensionTools, []),

  // The shell.
  'shell.timeout': setting(z.int().min(1).max(86400), 120),
  'shell.hardTimeout': setting(z.int().min(1).max(86400), 600),
  'shell.allowedPaths': setting(patternList, []),
  'shell.blockedCommands': setting(patternList, []),
  'shell.allowedCommands': setting(patternList, []),
  'shell.passEnvironment': setting(patternList, []),
  'shell.substitution': setting(z.enum(['deny', 'evaluate']), 'deny'),
  'shell.transactional': setting(z.boolean(), false),
  'shell.transactionalTyped': setting(z.boolean(), false),
  'shell.transactionScope': setting(patternList, ['**']),
  'shell.autoRollback': setting(z.boolean(), false),
  'shell.autoRollbackExitCodes': setting(z.array(z.int().min(0).max(255)).max(256), [1, 2]),
  'shell.snapshotRequired': setting(z.boolean(), false),
  'shell.maxSnapshotBytes': setting(z.int().min(0), 0),
  'shell.maxSnapshotEntries': setting(z.int().min(0), 20000),
  'shell.snapshotSkip': setting(patternList, [...defaultSnapshotSkip]),
  'shell.confirmPatterns': setting(patternList, []),

  // Handling of long outputs.
  'overflow.threshold': setting(z.int().min(1000), 50000),
  'overflow.retentionDays': setting(z.int().min(1), 7),
  'overflow.maxBytes': setting(z.int().min(0), 10485760),

  // Which rules shorten the output of commands, and what counts as a credential in it.
  'filters.enabled': setting(z.boolean(), true),
  'filters.path': setting(z.string(), ''),
  'filters.security.enabled': setting(z.boolean(), true),
  'filters.security.extraPatterns': setting(z.array(z.string()).max(100), []),

  // How long chats and audit entries are kept, and how much space they may take.
  'chats.retentionDays': setting(z.int().min(0).max(36500), 0),
  'compaction.retentionDays': setting(z.int().min(0).max(36500), 0),
  'audit.retentionDays': setting(z.int().min(0).max(36500), 0),
  'audit.maxFileMegabytes': setting(z.int().min(1).max(1024), 32),
  'storage.maxMegabytes': setting(z.int().min(16).max(65536), 1024),
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = z.infer<(typeof settings)[K]['schema']>;
export type Settings = { readonly [K in SettingKey]: SettingValue<K> };
