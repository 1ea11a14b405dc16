import { escapeControlInline } from '../../base/escape-control';
import { displayPath } from '../../base/paths';
import type { Workspace } from '../../ports/workspace';

/**
 * A real path as the model can use it in its next call: relative to the first root, else absolute.
 * Control characters are escaped, so a name cannot start a new line or hide a part of itself.
 */
export function shownPath(real: string, workspace: Workspace): string {
  const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  return escapeControlInline(displayPath(workspace.roots(), real, style));
}
