import type { Clock } from '../../../core/ports/system';
import { httpProviders, type HttpProvider } from '../../../core/contracts/models';
import type { ModelLists } from '../../../core/ports/llm';
import type { ApiKeys } from '../../secrets/api-keys';
import { parseModelId } from '../../../adapters/llm/model-id';
import type { HostSettings } from '../../settings/host-settings';

export interface ModelDeps {
  readonly settings: Pick<HostSettings, 'get' | 'write'>;
  readonly apiKeys: ApiKeys;
  readonly lists: ModelLists;
  readonly clock: Clock;
  readonly remoteName: string | undefined;
}

export function serverAddressOf(
  { settings }: Pick<ModelDeps, 'settings'>,
  provider: HttpProvider,
): string {
  return settings.get(`${provider}.baseUrl`).trim();
}

/** The provider of the chosen model; undefined when it is not reached by HTTP. */
export function chosenProvider({
  settings,
}: Pick<ModelDeps, 'settings'>): HttpProvider | undefined {
  const chosen = parseModelId(settings.get('model'));
  return chosen.kind === 'server' ? chosen.provider : undefined;
}

export function byChoice(deps: Pick<ModelDeps, 'settings'>): readonly HttpProvider[] {
  const chosen = chosenProvider(deps);
  return httpProviders.toSorted((a, b) => Number(b === chosen) - Number(a === chosen));
}
