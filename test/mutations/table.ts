import { contractMutations } from './contract-mutations';
import { exposureMutations } from './exposure-mutations';
import { fileMutations } from './file-mutations';
import { filterMutations } from './filter-mutations';
import { mcpMutations } from './mcp-mutations';
import type { Mutation } from './mutation';
import { retryMutations } from './retry-mutations';
import { permissionMutations } from './permission-mutations';
import { policyMutations } from './policy-mutations';
import { shellMutations } from './shell-mutations';
import { storeMutations } from './store-mutations';
import { toolPolicyMutations } from './tool-policy-mutations';
import { webMutations } from './web-mutations';
import { webToolMutations } from './web-tool-mutations';

/** Every mutation, in the order of the rules. */
export const mutations: readonly Mutation[] = [
  ...contractMutations,
  ...permissionMutations,
  ...exposureMutations,
  ...policyMutations,
  ...toolPolicyMutations,
  ...shellMutations,
  ...retryMutations,
  ...fileMutations,
  ...storeMutations,
  ...filterMutations,
  ...mcpMutations,
  ...webMutations,
  ...webToolMutations,
];
