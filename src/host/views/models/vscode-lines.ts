import { parseModelId, vscodeModelId } from '../../../adapters/llm/model-id';
import type { VscodeChat } from '../../models/vscode-chat';
import { vscodeFacts, vscodeLacks } from '../../models/vscode-facts';
import { describe, type ModelItem, type PickerFacts } from './model-lines';
import { factLabels } from './model-words';

const vscodeGroup = 'VS Code';

/** VS Code's own models, and what their API lacks. */
export function vscodeItems(facts: PickerFacts): readonly ModelItem[] {
  const lines = stateLines(facts);
  return lines.some(({ choice }) => choice.kind === 'model') ? [...lines, lackingLine] : lines;
}

function stateLines(facts: PickerFacts): readonly ModelItem[] {
  const { vscode } = facts;
  const known = vscode.kind === 'here' ? vscode.models : [];
  const lines = [...known.map((chat) => vscodeModelItem(chat, facts)), ...chosenLine(known, facts)];
  switch (vscode.kind) {
    case 'off':
      return lines;
    case 'asking':
      return [...lines, vscodeStateItem({ icon: 'loading~spin', label: 'Asking VS Code…' })];
    case 'failed':
      return [...lines, vscodeFailedItem(vscode.failure.message)];
    case 'here':
      return lines.length > 0 ? lines : [noneLine];
  }
}

function vscodeModelItem(chat: VscodeChat, { current, options }: PickerFacts): ModelItem {
  const id = vscodeModelId(chat.vendor, chat.id);
  const { label, ...known } = vscodeFacts(chat, options(id));
  const words = factLabels({ ...known, tools: known.tools !== 'none' });
  return {
    group: vscodeGroup,
    label,
    description: describe([chat.vendor, ...words], id === current),
    choice: { kind: 'model', id },
  };
}

/** The chosen model has its line even while VS Code does not offer it. */
function chosenLine(known: readonly VscodeChat[], facts: PickerFacts): readonly ModelItem[] {
  const { current, vscode } = facts;
  const chosen = parseModelId(current);
  if (chosen.kind !== 'vscode') return [];
  if (known.some(({ vendor, id }) => vendor === chosen.vendor && id === chosen.model)) return [];
  const missing = vscode.kind === 'here' ? 'not offered now' : '';
  return [
    {
      group: vscodeGroup,
      label: chosen.model,
      description: describe([chosen.vendor, missing], true),
      choice: { kind: 'model', id: current },
    },
  ];
}

function vscodeStateItem(line: Pick<ModelItem, 'icon' | 'label'>): ModelItem {
  return { group: vscodeGroup, description: '', choice: { kind: 'nothing' }, ...line };
}

function vscodeFailedItem(message: string): ModelItem {
  return {
    group: vscodeGroup,
    icon: 'warning',
    label: 'The models of VS Code are not known',
    description: 'choose to ask again',
    detail: message,
    choice: { kind: 'ask-again', source: 'vscode' },
  };
}

const lackingLine: ModelItem = {
  group: vscodeGroup,
  icon: 'info',
  label: `VS Code hands on no ${vscodeLacks.join(', ')}`,
  description: '',
  choice: { kind: 'nothing' },
};

const noneLine: ModelItem = {
  group: vscodeGroup,
  label: 'No extension offers models',
  description: 'for example, sign in to GitHub Copilot, then choose this to ask again',
  choice: { kind: 'ask-again', source: 'vscode' },
};
