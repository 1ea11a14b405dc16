import { familyOf, modelFactsOf } from '../../../adapters/llm/model-facts';
import type { Failure } from '../../../core/contracts/failure';
import type { ModelFacts, HttpProvider } from '../../../core/contracts/models';
import type { ListedModel } from '../../../core/ports/llm';
import { parseModelId, serverModelId } from '../../../adapters/llm/model-id';
import { originOf, providerName } from '../../models/providers';
import {
  describe,
  failedLine,
  type StateLine,
  type ModelItem,
  type PickerFacts,
  factLabels,
  type KnownFacts,
} from './model-items';
import { t } from '../../window/language';

export function serverItems(provider: HttpProvider, facts: PickerFacts): readonly ModelItem[] {
  const { list } = facts.servers[provider];
  const group = groupOf(provider, facts);
  const listed = list.kind === 'here' ? list.models : [];
  const names = new Set([...listed.map(({ name }) => name), ...ownNames(provider, facts)]);
  const models = [...names].map((name) => {
    const model = listed.find((each) => each.name === name);
    return modelLine({ provider, name, listed: model, group }, facts);
  });
  const state = stateLine(provider, facts);
  return [...models, ...(state === undefined ? [] : [{ group, ...state }])];
}

/** Names added by the user, and the chosen one. */
function ownNames(provider: HttpProvider, facts: PickerFacts): readonly string[] {
  const chosen = parseModelId(facts.current);
  const isHere = chosen.kind === 'server' && chosen.provider === provider;
  return [...facts.servers[provider].added, ...(isHere ? [chosen.model] : [])];
}

function groupOf(provider: HttpProvider, { servers }: PickerFacts): string {
  const host = hostOf(servers[provider].address);
  return host === undefined ? providerName(provider) : `${providerName(provider)} · ${host}`;
}

export function hostOf(address: string): string | undefined {
  const origin = originOf(address);
  return origin === undefined ? undefined : new URL(origin).host;
}

interface NamedModel {
  readonly provider: HttpProvider;
  readonly name: string;
  /** The server's own facts on the model. */
  readonly listed: ListedModel | undefined;
  readonly group: string;
}

function modelLine(
  { provider, name, listed, group }: NamedModel,
  { current, options, servers }: PickerFacts,
): ModelItem {
  const id = serverModelId(provider, name);
  const own = options(id);
  const facts = modelFactsOf({
    provider,
    model: name,
    options: own,
    served: listed,
    refusesTools: false,
  });
  const areToolsKnown = own.tools !== undefined || listed?.tools !== undefined;
  const isUnlisted = listed === undefined && servers[provider].list.kind === 'here';
  const words = [
    ...factLabels({
      ...contextOf(name, facts),
      mostContext: listed?.contextTokens,
      tools: areToolsKnown ? facts.tools !== 'none' : undefined,
      images: facts.images,
      reasoning: facts.reasoning,
    }),
    listed?.detail ?? '',
    isUnlisted ? t('not listed by the server') : '',
  ];
  return { group, label: name, ...describe(words, id === current), choice: { kind: 'model', id } };
}

/** A pure guess does not help the choice; published facts of a model family do. */
function contextOf(name: string, { contextTokens, contextSource }: ModelFacts): KnownFacts {
  if (contextSource !== 'assumed') return { contextTokens };
  return familyOf(name) === undefined ? {} : { contextTokens, isContextAssumed: true };
}

/** What only the user can mend; a server that no one has set up is not mentioned. */
function stateLine(provider: HttpProvider, { servers }: PickerFacts): StateLine | undefined {
  const { list } = servers[provider];
  if (list.kind !== 'failed' || isNotRunning(provider, list.failure)) return undefined;
  return failedLine(provider, t('Its models could not be listed'), list.failure);
}

/** Ollama is optional: a server that does not run is no error. */
export function isNotRunning(provider: string, { category }: Failure): boolean {
  return provider === 'ollama' && category === 'network_error';
}
