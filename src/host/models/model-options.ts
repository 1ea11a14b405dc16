import type { ModelOptions } from '../../core/contracts/model-facts';
import type { SettingValues } from '../settings/read-settings';

/** What the user says of a model in `gatehouse.models.options`. */
export function modelOptionsOf(
  settings: Pick<SettingValues, 'get'>,
  modelId: string,
): ModelOptions {
  const all = settings.get('models.options');
  return (Object.hasOwn(all, modelId) ? all[modelId] : undefined) ?? {};
}
