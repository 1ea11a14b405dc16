import type { HttpProvider } from '../../core/contracts/models';
import { wires } from '../../core/wire/catalog.gen';
import type { Wire } from '../../core/wire/codec/define-wire';

/** What differs between the providers that one client serves. */
export interface Provider {
  readonly id: HttpProvider;
  /** In sentences: "for Anthropic". */
  readonly label: string;
  /** Name of the wire that it speaks. */
  readonly wire: string;
  /** Setting of its base URL. */
  readonly setting: string;
  /** A base URL that shows what is meant. */
  readonly example: string;
  /** Where it lists its models. */
  readonly listPath: string;
  /** Header that carries the key. */
  readonly keyHeader: (key: string) => Readonly<Record<string, string>>;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export const providers: Readonly<Record<HttpProvider, Provider>> = {
  openai: {
    id: 'openai',
    label: 'the OpenAI-compatible server',
    wire: 'openai-chat',
    setting: 'gatehouse.openai.baseUrl',
    example: 'http://127.0.0.1:8080/v1',
    listPath: '/models',
    keyHeader: bearer,
  },
  anthropic: {
    id: 'anthropic',
    label: 'Anthropic',
    wire: 'anthropic-messages',
    setting: 'gatehouse.anthropic.baseUrl',
    example: 'https://api.anthropic.com',
    listPath: '/v1/models',
    keyHeader: (key) => ({ 'x-api-key': key }),
  },
  ollama: {
    id: 'ollama',
    label: 'Ollama',
    wire: 'ollama-chat',
    setting: 'gatehouse.ollama.baseUrl',
    example: 'http://127.0.0.1:11434',
    listPath: '/api/tags',
    keyHeader: bearer,
  },
};

/** The wire of a provider; the catalog is made from the files of `core/wire`. */
export function wireOf(provider: Provider): Wire {
  const wire = wires.find(({ name }) => name === provider.wire);
  if (wire === undefined) throw new Error(`The wire ${provider.wire} is not in the catalog.`);
  return wire;
}
