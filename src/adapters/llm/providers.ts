import { say, type Sentence } from '../../core/base/sentence';
import type { HttpProvider } from '../../core/contracts/models';
import { wires } from '../../core/wire/catalog.gen';
import type { Wire } from '../../core/wire/codec/define-wire';

/** The differences between providers, which share one client. */
export interface Provider {
  readonly id: HttpProvider;
  /** As used in sentences: "for Anthropic". */
  readonly label: string | Sentence;
  /** Name of its wire format. */
  readonly wire: string;
  /** The setting of its base URL. */
  readonly setting: string;
  /** An example of a base URL. */
  readonly example: string;
  readonly listPath: string;
  /** The header with the key. */
  readonly keyHeader: (key: string) => Readonly<Record<string, string>>;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export const providers: Readonly<Record<HttpProvider, Provider>> = {
  openai: {
    id: 'openai',
    label: say`the OpenAI-compatible server`,
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

/** The wire of a provider; the catalog is generated from the files of `core/wire`. */
export function wireOf(provider: Provider): Wire {
  const wire = wires.find(({ name }) => name === provider.wire);
  if (wire === undefined) throw new Error(`The wire ${provider.wire} is not in the catalog.`);
  return wire;
}
