import type { Failure } from '../../../core/contracts/failure';
import type { HttpProvider, ListedModel } from '../../../core/ports/model-lists';
import { parseModelId, serverModelId } from '../../models/model-id';
import { originOf, providerNames } from '../../models/providers';
import { describe, type ModelChoice, type ModelLine, type PickerFacts } from './model-lines';
import { factWords } from './model-words';
import { isLoopback } from './remote-place';

/** The models of one server, and what keeps them from being known. */
export function serverLines(provider: HttpProvider, facts: PickerFacts): readonly ModelLine[] {
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

/** Names that the person added, and the chosen one. */
function ownNames(provider: HttpProvider, facts: PickerFacts): readonly string[] {
  const chosen = parseModelId(facts.current);
  const isHere = chosen.kind === 'server' && chosen.provider === provider;
  return [...facts.servers[provider].added, ...(isHere ? [chosen.model] : [])];
}

/** The server's address stands above its models; in a remote window, which machine it is. */
function groupOf(provider: HttpProvider, { servers, place }: PickerFacts): string {
  const { address } = servers[provider];
  const origin = originOf(address);
  if (origin === undefined) return providerNames[provider];
  const where =
    place !== undefined && isLoopback(address) ? `, the machine you work with ${place}` : '';
  return `${providerNames[provider]} at ${origin}${where}`;
}

interface NamedModel {
  readonly provider: HttpProvider;
  readonly name: string;
  /** What the server says of it. */
  readonly listed: ListedModel | undefined;
  readonly group: string;
}

function modelLine(
  { provider, name, listed, group }: NamedModel,
  { current, options, servers }: PickerFacts,
): ModelLine {
  const id = serverModelId(provider, name);
  const own = options(id);
  const known = {
    ...listed,
    ...own,
    tools: own.tools === undefined ? listed?.tools : own.tools !== 'none',
  };
  const isUnlisted = listed === undefined && servers[provider].list.kind === 'here';
  const words = [
    ...factWords(known),
    listed?.detail ?? '',
    isUnlisted ? 'not in the list of the server' : '',
  ];
  return {
    group,
    label: name,
    description: describe(words, id === current),
    choice: { kind: 'model', id },
  };
}

type StateLine = Omit<ModelLine, 'group'>;

function stateLine(provider: HttpProvider, facts: PickerFacts): StateLine | undefined {
  const { list, address } = facts.servers[provider];
  switch (list.kind) {
    case 'off':
      return missingLine(provider, facts);
    case 'asking':
      return {
        icon: 'loading~spin',
        label: 'Asking for its models…',
        description: '',
        choice: { kind: 'nothing' },
      };
    case 'failed':
      return failedLine(provider, address, list.failure);
    case 'here':
      return list.models.length > 0 ? undefined : emptyLine(provider);
  }
}

function missingLine(provider: HttpProvider, { servers }: PickerFacts): StateLine {
  if (originOf(servers[provider].address) === undefined) {
    return {
      label: 'Set the server address…',
      description:
        provider === 'openai' ? 'llama.cpp, vLLM, OpenRouter, OpenAI and others' : 'none is set',
      choice: { kind: 'address', provider },
    };
  }
  return {
    label: 'Set the API key…',
    description: 'none is stored',
    choice: { kind: 'key', provider },
  };
}

/** Ollama is where it is only for those who run it: that it does not run is no trouble. */
function failedLine(provider: HttpProvider, address: string, failed: Failure): StateLine {
  if (provider === 'ollama' && failed.category === 'network_error') {
    return {
      label: `Not running at ${originOf(address) ?? address}`,
      description: 'start it, then choose this to ask again',
      choice: { kind: 'ask-again', source: provider },
    };
  }
  return {
    icon: 'warning',
    label: 'Its models are not known',
    description: 'choose to ask again',
    detail: failed.message,
    choice: { kind: 'ask-again', source: provider },
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
