import * as z from 'zod';
import { defaultApprovalEffects, defaultPermissions, defaultPolicyGroups } from './defaults';
import { toolEffects } from '../tool-spec';
import {
  patternList,
  permissionRules,
  policyDeclarations,
  policyGroups,
  policyRules,
  toolPatterns,
  setting,
} from './define-setting';

/** Mutable copies of the lists, as a schema requires. */
function mutableLists<T>(lists: Readonly<Record<string, readonly T[]>>): Record<string, T[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}

/** What may run, what asks, what is denied. */
export const policySettings = {
  allowedTools: setting({
    schema: patternList,
    default: [
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
      'read_overflow',
      'compress_context',
    ],
    scope: 'application',
  }),
  permissions: setting({
    schema: permissionRules,
    default: {},
    scope: 'application',
  }),
  defaultPermissions: setting({
    schema: permissionRules,
    default: mutableLists(defaultPermissions),
    scope: 'application',
  }),
  requireApprovalForEffects: setting({
    schema: z.array(z.enum(toolEffects)),
    default: [...defaultApprovalEffects],
    scope: 'application',
  }),
  'workspace.deny': setting({
    schema: toolPatterns,
    default: {},
    scope: 'resource',
  }),
  'workspace.ask': setting({
    schema: toolPatterns,
    default: {},
    scope: 'resource',
  }),
  'policy.rules': setting({
    schema: policyRules,
    default: [],
    scope: 'application',
  }),
  'authorization.enabled': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
  }),
  'authorization.rules': setting({
    schema: policyRules,
    default: [],
    scope: 'application',
  }),
  'toolPolicies.groups': setting({
    schema: policyGroups,
    default: mutableLists(defaultPolicyGroups),
    scope: 'application',
  }),
  'toolPolicies.profile': setting({
    schema: policyDeclarations,
    default: [],
    scope: 'application',
  }),
  'approval.timeout': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
  }),
} as const;
