import { openAiModelId, parseModelId } from '../../models/model-id';

/** What the person can choose in the model picker. */
export type ModelChoice =
  | { readonly kind: 'model'; readonly id: string }
  | { readonly kind: 'add-model' }
  | { readonly kind: 'base-url' }
  | { readonly kind: 'key' }
  | { readonly kind: 'replay-file' };

export interface ModelLine {
  readonly group: 'Models' | 'Server';
  readonly label: string;
  readonly description: string;
  readonly choice: ModelChoice;
}

export interface ModelFacts {
  readonly current: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
  readonly replayFile: string;
  readonly key: 'stored' | 'none' | 'unreadable';
}

/** The picker's lines: models that can be chosen first, then what sets the server up. */
export function modelLines(facts: ModelFacts): readonly ModelLine[] {
  const current = parseModelId(facts.current);
  const chosen = current.kind === 'openai' ? [current.model] : [];
  const models = [...new Set([...facts.models, ...chosen])];
  return [...models.map((model) => serverModel(model, facts)), replay(facts), ...setUp(facts)];
}

function serverModel(model: string, facts: ModelFacts): ModelLine {
  const id = openAiModelId(model);
  const where = facts.baseUrl === '' ? 'no server address yet' : facts.baseUrl;
  return {
    group: 'Models',
    label: model,
    description: describe(where, id === facts.current),
    choice: { kind: 'model', id },
  };
}

function replay(facts: ModelFacts): ModelLine {
  const known = facts.replayFile !== '';
  return {
    group: 'Models',
    label: known ? 'Replay a recorded conversation' : 'Replay a recorded conversation…',
    description: describe(
      known ? `no model: ${facts.replayFile}` : 'no model: choose a file',
      facts.current === 'replay',
    ),
    choice: known ? { kind: 'model', id: 'replay' } : { kind: 'replay-file' },
  };
}

const keyText = {
  stored: 'a key is stored',
  none: 'none stored; servers of your own may need none',
  unreadable: 'the secret store of this machine did not open',
} as const;

function setUp(facts: ModelFacts): readonly ModelLine[] {
  const { baseUrl, key, replayFile } = facts;
  const server = { group: 'Server' } as const;
  return [
    {
      ...server,
      label: 'Add a model…',
      description: 'its name on the server',
      choice: { kind: 'add-model' },
    },
    {
      ...server,
      label: 'Set the server address…',
      description: baseUrl === '' ? 'none yet' : baseUrl,
      choice: { kind: 'base-url' },
    },
    {
      ...server,
      label: key === 'stored' ? 'Replace the API key…' : 'Set the API key…',
      description: keyText[key],
      choice: { kind: 'key' },
    },
    ...(replayFile === ''
      ? []
      : [
          {
            ...server,
            label: 'Choose another recording…',
            description: replayFile,
            choice: { kind: 'replay-file' } as const,
          },
        ]),
  ];
}

function describe(text: string, current: boolean): string {
  return current ? `${text} · current` : text;
}
