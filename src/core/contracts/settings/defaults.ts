/** Visible data (decision 6): reading in the workspace is allowed, everything else asks. */
export const defaultPermissions = {
  read: [{ pattern: '*', action: 'allow' }],
  list_directory: [{ pattern: '*', action: 'allow' }],
  find_path: [{ pattern: '*', action: 'allow' }],
  grep: [{ pattern: '*', action: 'allow' }],
  // Reads what the editor knows, except `cargo`, which builds and so runs code of the project.
  diagnostics: [
    { pattern: 'cargo *', action: 'ask' },
    { pattern: '*', action: 'allow' },
  ],
  // They send their address to a stranger.
  fetch: [{ pattern: '*', action: 'ask' }],
  web_scrape: [{ pattern: '*', action: 'ask' }],
  read_overflow: [{ pattern: '*', action: 'allow' }],
  bash_output: [{ pattern: '*', action: 'allow' }],
  // It changes only what the model remembers; the conversation stays on record.
  compress_context: [{ pattern: '*', action: 'allow' }],
  // It only ends what its own chat started with the user's approval.
  bash_kill: [{ pattern: '*', action: 'allow' }],
} as const;

/** Effects that ask unless a rule of the user allows the call (decision 4). */
export const defaultApprovalEffects = ['state_change', 'external_side_effect'] as const;

/** Policies of tool groups that the user did not configure (W17). */
export const defaultPolicyGroups = {
  filesystem: [{ policy: 'read_before_write' }],
} as const;

/** Left out of the copy of a whole root: version control, and what one command recreates. */
export const defaultSnapshotSkip: readonly string[] = [
  ...['.git', '.hg', '.svn', '.jj', 'node_modules', '.venv', '__pycache__'],
];

/** Never run unless `gatehouse.shell.allowedCommands` names them (000-shell-4). */
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
