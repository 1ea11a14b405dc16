/**
 * Rules shipped as visible data (decision 6): read-only tools inside the workspace allow,
 * everything else asks because no rule matches.
 */
export const defaultPermissions = {
  read: [{ pattern: '*', action: 'allow' }],
  list_directory: [{ pattern: '*', action: 'allow' }],
  find_path: [{ pattern: '*', action: 'allow' }],
  grep: [{ pattern: '*', action: 'allow' }],
  // Reading what the editor knows; `cargo` builds, and so runs what the project says.
  diagnostics: [
    { pattern: 'cargo *', action: 'ask' },
    { pattern: '*', action: 'allow' },
  ],
  read_overflow: [{ pattern: '*', action: 'allow' }],
  bash_output: [{ pattern: '*', action: 'allow' }],
  // It changes what the model remembers and nothing else; the conversation stays on record.
  compress_context: [{ pattern: '*', action: 'allow' }],
  // It only ends what its own chat has started and the person has allowed.
  bash_kill: [{ pattern: '*', action: 'allow' }],
} as const;

/** Paths no tool may read by default (decision 13); globs on canonical paths. */
export const defaultDenyRead = [
  '**/.env',
  '**/secrets/**',
  '**/.git/config',
  '**/*.pem',
  '**/id_*',
  '**/.ssh/**',
] as const;

/** Effects that ask unless a rule of the person allows the call (decision 4). */
export const defaultApprovalEffects = ['state_change', 'external_side_effect'] as const;

/** Policies of a tool group that the person did not name (W17). */
export const defaultPolicyGroups = {
  filesystem: [{ policy: 'read_before_write' }],
} as const;

/**
 * Commands that never run, unless `gatehouse.shell.allowedCommands` names them (000-shell-4):
 * what destroys machines, changes the identity of the user, or moves data out.
 */
export const defaultBlockedCommands: readonly string[] = [
  'rm -rf /',
  'sudo',
  'mkfs',
  'dd if=',
  'curl',
  'wget',
  'nc',
  'ncat',
  'netcat',
  'shutdown',
  'reboot',
  'halt',
];
