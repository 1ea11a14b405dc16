import type { ModelOptions } from '../../core/contracts/models';
import type { Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type { Llm } from '../../core/ports/llm';
import { openVscodeModel, type VscodeModelId } from './open-vscode-model';
import { selectVscodeChats } from './select-chat-models';

/**
 * VS Code's own models: a separate bundle, loaded when one of them is asked (decision
 * lazy-bundles).
 */
export function openRealVscodeModel(
  id: VscodeModelId,
  options: ModelOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result<Llm>> {
  return openVscodeModel(id, { select: selectVscodeChats, options, clock }, signal);
}
