import type { ErrorCategory } from '../../core/contracts/failure';
import type { SettingKey } from '../../core/contracts/settings/settings';
import type { ModelRegistry } from '../../core/ports/llm';

const named = ['agent.compressModel', 'retry.parameterReformatModel'] as const;

/** These say nothing about the name. */
const passing: ReadonlySet<ErrorCategory> = new Set([
  'cancelled',
  'network_error',
  'rate_limited',
  'server_error',
  'timeout',
]);

export interface NamedModelsDeps {
  readonly settings: { get(key: (typeof named)[number]): string };
  readonly llms: Pick<ModelRegistry, 'get'>;
  readonly warn: (text: string, key: SettingKey) => void;
}

/**
 * Resolves the models that settings name besides the chat's own, so that a wrong name is reported
 * when Gatehouse starts and not when the model is needed.
 */
export async function checkNamedModels(deps: NamedModelsDeps, signal: AbortSignal): Promise<void> {
  for (const key of named) {
    const id = deps.settings.get(key).trim();
    if (id === '') continue;
    const found = await deps.llms.get(id, signal);
    if (found.ok || passing.has(found.failure.category)) continue;
    const { message } = found.failure;
    deps.warn(`The model "${id}" in gatehouse.${key} cannot be used. ${message}`, key);
  }
}
