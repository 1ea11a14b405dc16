interface View {
  /** The VS Code command it stands for. */
  readonly command: string;
  readonly detail: string;
}

/** What a person may type instead of a message. */
const views: ReadonlyMap<string, View> = new Map([
  ['/status', { command: 'gatehouse.status', detail: 'Show model, gates, filters and storage' }],
  ['/explain', { command: 'gatehouse.explain', detail: 'Show why a call was decided as it was' }],
  ['/rules', { command: 'gatehouse.manageRules', detail: 'Show and change the permission rules' }],
  ['/tools', { command: 'gatehouse.tools', detail: 'Choose the tools that the agent may use' }],
  ['/trust', { command: 'gatehouse.setTrustLevel', detail: 'Set how far tools are trusted here' }],
  ['/audit', { command: 'gatehouse.openAuditLog', detail: 'Open the record of all tool calls' }],
  ['/model', { command: 'gatehouse.pickModel', detail: 'Choose the model' }],
]);

/** The panel's own commands, and the one that runs a tool, for who types a slash. */
export const ownCommands: readonly { readonly name: string; readonly detail: string }[] = [
  { name: '/tool', detail: 'Run a tool by hand: /tool grep {"pattern":"TODO"}' },
  ...[...views].map(([name, { detail }]) => ({ name, detail })),
];

/**
 * The command that opens a view by its short name, `/status`; undefined for everything else. None
 * takes arguments, runs a tool or changes a rule without asking (DESIGN section 6).
 */
export function viewCommandOf(text: string): string | undefined {
  return views.get(text.trim())?.command;
}
