import { t } from '../window/language';
import type { ModelOptions } from '../../core/contracts/models';
import type { SettingValues } from '../settings/read-settings';
import { parseModelId } from '../../adapters/llm/model-id';

export function modelOptionsOf(
  settings: Pick<SettingValues, 'get'>,
  modelId: string,
): ModelOptions {
  const all = settings.get('models.options');
  return (Object.hasOwn(all, modelId) ? all[modelId] : undefined) ?? {};
}

/** Label in the panel; empty when no model is chosen. */
function modelLabel(id: string): string {
  const parsed = parseModelId(id);
  switch (parsed.kind) {
    case 'none':
      return '';
    case 'replay':
      return t('Recorded replies');
    case 'server':
    case 'vscode':
      return parsed.model;
    case 'unknown':
      return t('{0} (unknown)', parsed.id);
  }
}

export function describeModel(id: string): {
  readonly id: string;
  readonly label: string;
  readonly replay: boolean;
} {
  return { id: id.trim(), label: modelLabel(id), replay: parseModelId(id).kind === 'replay' };
}
