import { familyOf, modelFactsOf } from '../../../adapters/llm/model-facts';
import type { Failure } from '../../../core/contracts/failure';
import type { ModelFacts, HttpProvider } from '../../../core/contracts/models';
import type { ListedModel } from '../../../core/ports/llm';
import { parseModelId, serverModelId } from '../../../adapters/llm/model-id';
import { originOf, providerNames } from '../../models/providers';
import {
  askingLine,
  describe,
  failedLine,
  type StateLine,
  type ModelChoice,
  type ModelItem,
  type PickerFacts,
  factLabels,
  type KnownFacts,
} from './model-items';
import { isLoopback } from '../../../adapters/http/host-address';

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
  return host === undefined ? providerNames[provider] : `${providerNames[provider]} · ${host}`;
}

function hostOf(address: string): string | undefined {
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
    isUnlisted ? 'not listed by the server' : '',
  ];
  return { group, label: name, ...describe(words, id === current), choice: { kind: 'model', id } };
}

/** A pure guess does not help the choice; published facts of a model family do. */
function contextOf(name: string, { contextTokens, contextSource }: ModelFacts): KnownFacts {
  if (contextSource !== 'assumed') return { contextTokens };
  return familyOf(name) === undefined ? {} : { contextTokens, isContextAssumed: true };
}

function stateLine(provider: HttpProvider, facts: PickerFacts): StateLine | undefined {
  const { list, address } = facts.servers[provider];
  switch (list.kind) {
    case 'off':
      return missingLine(provider, facts);
    case 'asking':
      return askingLine('Asking for its models…');
    case 'failed':
      return isNotRunning(provider, list.failure)
        ? notRunningLine(address, facts.place)
        : failedLine(provider, 'Its models could not be listed', list.failure);
    case 'here':
      return list.models.length > 0 ? undefined : emptyLine(provider);
  }
}

function missingLine(provider: HttpProvider, { servers }: PickerFacts): StateLine {
  const host = hostOf(servers[provider].address);
  if (host === undefined) {
    return {
      label: 'Set the server address…',
      description:
        provider === 'openai' ? 'llama.cpp, vLLM, OpenRouter, OpenAI and others' : 'none is set',
      choice: { kind: 'address', provider },
    };
  }
  return {
    label: 'Set the API key…',
    description: `none is stored for ${host}`,
    choice: { kind: 'key', provider },
  };
}

/** Ollama is optional: a server that does not run is no error. */
function isNotRunning(provider: HttpProvider, { category }: Failure): boolean {
  return provider === 'ollama' && category === 'network_error';
}

function notRunningLine(address: string, place: string | undefined): StateLine {
  const where = place !== undefined && isLoopback(address) ? ' on the remote machine' : '';
  return {
    label: `Not running at ${originOf(address) ?? address}`,
    description: `start it${where}, then choose this to ask again`,
    choice: { kind: 'ask-again', source: 'ollama' },
  };
}

function emptyLine(provider: HttpProvider): StateLine {
  const isOllama = provider === 'ollama';
  const choice: ModelChoice = isOllama
    ? { kind: 'ask-again', source: provider }
    : { kind: 'add-model', provider };
  return {
    label: 'It has no models',
    description: isOllama
      ? 'pull one, for example: ollama pull qwen3'
      : 'choose to add one by its name',
    choice,
  };
}
