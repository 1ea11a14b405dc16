/** What a person may type instead of a message, and the VS Code command it stands for. */
const views: ReadonlyMap<string, string> = new Map([
  ['/status', 'gatehouse.status'],
  ['/explain', 'gatehouse.explain'],
  ['/rules', 'gatehouse.manageRules'],
  ['/tools', 'gatehouse.tools'],
  ['/trust', 'gatehouse.setTrustLevel'],
  ['/audit', 'gatehouse.openAuditLog'],
  ['/model', 'gatehouse.pickModel'],
]);

/**
 * The command that opens a view by its short name, `/status`; undefined for everything else. None
 * takes arguments, runs a tool or changes a rule without asking (DESIGN section 6).
 */
export function viewCommandOf(text: string): string | undefined {
  return views.get(text.trim());
}
