import { parseModelId, vscodeModelId } from '../../../adapters/llm/model-id';
import type { VscodeChat } from '../../models/vscode-chat';
import { vscodeFacts, vscodeLacks } from '../../models/vscode-facts';
import { describe, type ModelLine, type PickerFacts } from './model-lines';
import { factWords } from './model-words';

const group = 'VS Code';

/** VS Code's own models, and what their API lacks. */
export function vscodeLines(facts: PickerFacts): readonly ModelLine[] {
  const lines = stateLines(facts);
  return lines.some(({ choice }) => choice.kind === 'model') ? [...lines, lackingLine] : lines;
}

function stateLines(facts: PickerFacts): readonly ModelLine[] {
  const { vscode } = facts;
  const known = vscode.kind === 'here' ? vscode.models : [];
  const lines = [...known.map((chat) => modelLine(chat, facts)), ...chosenLine(known, facts)];
  switch (vscode.kind) {
    case 'off':
      return lines;
    case 'asking':
      return [...lines, stateLine({ icon: 'loading~spin', label: 'Asking VS Code…' })];
    case 'failed':
      return [...lines, failedLine(vscode.failure.message)];
    case 'here':
      return lines.length > 0 ? lines : [noneLine];
  }
}

function modelLine(chat: VscodeChat, { current, options }: PickerFacts): ModelLine {
  const id = vscodeModelId(chat.vendor, chat.id);
  const { label, ...known } = vscodeFacts(chat, options(id));
  const words = factWords({ ...known, tools: known.tools !== 'none' });
  return {
    group,
    label,
    description: describe([chat.vendor, ...words], id === current),
    choice: { kind: 'model', id },
  };
}

/** The chosen model has its line even while VS Code does not offer it. */
function chosenLine(known: readonly VscodeChat[], facts: PickerFacts): readonly ModelLine[] {
  const { current, vscode } = facts;
  const chosen = parseModelId(current);
  if (chosen.kind !== 'vscode') return [];
  if (known.some(({ vendor, id }) => vendor === chosen.vendor && id === chosen.model)) return [];
  const missing = vscode.kind === 'here' ? 'not offered now' : '';
  return [
    {
      group,
      label: chosen.model,
      description: describe([chosen.vendor, missing], true),
      choice: { kind: 'model', id: current },
    },
  ];
}

function stateLine(line: Pick<ModelLine, 'icon' | 'label'>): ModelLine {
  return { group, description: '', choice: { kind: 'nothing' }, ...line };
}

function failedLine(message: string): ModelLine {
  return {
    group,
    icon: 'warning',
    label: 'The models of VS Code are not known',
    description: 'choose to ask again',
    detail: message,
    choice: { kind: 'ask-again', source: 'vscode' },
  };
}

const lackingLine: ModelLine = {
  group,
  icon: 'info',
  label: `VS Code hands on no ${vscodeLacks.join(', ')}`,
  description: '',
  choice: { kind: 'nothing' },
};

const noneLine: ModelLine = {
  group,
  label: 'No extension offers models',
  description: 'for example, sign in to GitHub Copilot, then choose this to ask again',
  choice: { kind: 'ask-again', source: 'vscode' },
};
