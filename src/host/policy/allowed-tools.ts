import { succeed, type Result } from '../../core/contracts/failure';
import type { SettingChanges } from '../settings/change-setting';
import { shortToolName } from '../../core/contracts/tool-spec';
import { canonicalToolName, isSameTool } from '../settings/tool-names';

/**
 * Adds a tool to the allowed tools in the user settings, or removes it; the order of the
 * others stays. Never rejects.
 */
export function setToolAllowed(
  settings: SettingChanges,
  tool: string,
  isAllowed: boolean,
): Promise<Result<void>> {
  return settings.change('allowedTools', (names) => {
    const isListed = names.some((name) => isSameTool(name, tool));
    if (isListed === isAllowed) return succeed(names);
    if (isAllowed) return succeed([...names, shortToolName(canonicalToolName(tool))]);
    return succeed(names.filter((name) => !isSameTool(name, tool)));
  });
}
