import type { Policy, ShellPolicy } from '../../../src/core/contracts/policy/policy';
import type { PolicySource } from '../../../src/core/ports/policy';

/** A policy that allows exactly what the test requests. */
export function fakePolicy(parts: Partial<Policy> = {}): Policy {
  return {
    version: 1,
    allowedTools: new Set(),
    approvalEffects: [],
    permissionLevel: 'rules',
    permissions: [],
    policyRules: [],
    protectedFiles: [],
    toolPolicies: { groups: new Map(), profile: [] },
    shell: fakeShellPolicy(),
    limits: {
      maxCallsPerSession: 0,
      timeoutMs: 60_000,
      overflowThreshold: 50_000,
      overflowMaxBytes: 0,
    },
    ...parts,
  };
}

/** Blocks no command by name, and nothing is transactional. */
export function fakeShellPolicy(parts: Partial<ShellPolicy> = {}): ShellPolicy {
  return {
    substitution: 'deny',
    blocked: [],
    transaction: {
      enabled: false,
      typed: false,
      scope: ['**'],
      autoRollback: false,
      exitCodes: [1, 2],
      snapshotRequired: false,
      maxBytes: 0,
      maxEntries: Infinity,
      skip: [],
    },
    ...parts,
  };
}

/** A policy source whose policy the test replaces. */
export interface FakePolicySource extends PolicySource {
  /** Replaces the policy, one version on, and notifies the listeners. */
  swap(parts: Partial<Policy>): void;
  /** Number of listeners. */
  listeners(): number;
}

export function createFakePolicySource(first: Partial<Policy> = {}): FakePolicySource {
  let policy = fakePolicy(first);
  const listeners = new Set<() => void>();
  return {
    current: () => policy,
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    swap: (parts) => {
      policy = { ...policy, ...parts, version: policy.version + 1 };
      for (const listener of [...listeners]) listener();
    },
    listeners: () => listeners.size,
  };
}
