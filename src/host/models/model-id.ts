/** The model ids of `gatehouse.model`. */
export type ModelId =
  | { readonly kind: 'none' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'openai'; readonly model: string }
  | { readonly kind: 'unknown'; readonly id: string };

const openAiPrefix = 'openai/';

export function parseModelId(id: string): ModelId {
  const trimmed = id.trim();
  if (trimmed === '') return { kind: 'none' };
  if (trimmed === 'replay') return { kind: 'replay' };
  const model = trimmed.startsWith(openAiPrefix) ? trimmed.slice(openAiPrefix.length) : '';
  return model === '' ? { kind: 'unknown', id: trimmed } : { kind: 'openai', model };
}

export function openAiModelId(model: string): string {
  return openAiPrefix + model;
}

/** What the panel shows; empty when no model is chosen. */
function modelLabel(id: string): string {
  const parsed = parseModelId(id);
  switch (parsed.kind) {
    case 'none':
      return '';
    case 'replay':
      return 'replay: no model';
    case 'openai':
      return parsed.model;
    case 'unknown':
      return `${parsed.id} (unknown)`;
  }
}

/** The chosen model as the panel shows it. */
export function describeModel(id: string): {
  readonly id: string;
  readonly label: string;
  readonly replay: boolean;
} {
  return { id: id.trim(), label: modelLabel(id), replay: parseModelId(id).kind === 'replay' };
}
