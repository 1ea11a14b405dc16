import { parseModelId } from '../../adapters/llm/model-id';

/** What the panel shows; empty when no model is chosen. */
function modelLabel(id: string): string {
  const parsed = parseModelId(id);
  switch (parsed.kind) {
    case 'none':
      return '';
    case 'replay':
      return 'replay: no model';
    case 'server':
    case 'vscode':
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
