import { httpProviders } from '../../../core/contracts/models';
import { describe, failedLine, type ModelItem, type PickerFacts, factLabels } from './model-items';
import { serverItems } from './server-items';
import { parseModelId, vscodeModelId } from '../../../adapters/llm/model-id';
import type { VscodeChat } from '../../models/vscode-chat';
import { vscodeFacts } from '../../models/vscode-llm';
import { t } from '../../window/language';

/** Models first, then the way to get more. */
export function pickerItems(facts: PickerFacts): readonly ModelItem[] {
  const models = [
    ...vscodeItems(facts),
    ...httpProviders.flatMap((provider) => serverItems(provider, facts)),
    ...replayItems(facts),
  ];
  return [...models, ...(models.some(isModel) ? [] : [noModelsLine()]), manageLine()];
}

function isModel({ choice }: ModelItem): boolean {
  return choice.kind === 'model';
}

/** The chosen recording, and the one that the user has set. */
function replayItems({ current, replayFile }: PickerFacts): readonly ModelItem[] {
  if (replayFile === '') return [];
  return [
    {
      group: t('Recorded replies'),
      label: t('Play a recorded conversation'),
      ...describe([replayFile], current === 'replay'),
      choice: { kind: 'model', id: 'replay' },
    },
  ];
}

const noModelsLine = (): ModelItem => ({
  group: t('Set up'),
  icon: 'info',
  label: t('No models yet'),
  description: t('GitHub Copilot, Ollama or an API key'),
  choice: { kind: 'page', page: 'providers' },
});

const manageLine = (): ModelItem => ({
  group: t('Set up'),
  label: t('Manage providers…'),
  description: '',
  choice: { kind: 'page', page: 'providers' },
});

const vscodeGroup = 'VS Code';
const notListed = (): string => t('The models of VS Code could not be listed');

function vscodeItems(facts: PickerFacts): readonly ModelItem[] {
  const lines = stateLines(facts);
  return lines.some(({ choice }) => choice.kind === 'model') ? [...lines, lackingLine()] : lines;
}

function stateLines(facts: PickerFacts): readonly ModelItem[] {
  const { vscode } = facts;
  const known = vscode.kind === 'here' ? vscode.models : [];
  const lines = [...known.map((chat) => vscodeModelItem(chat, facts)), ...chosenLine(known, facts)];
  switch (vscode.kind) {
    case 'failed':
      return [
        ...lines,
        { group: vscodeGroup, ...failedLine('vscode', notListed(), vscode.failure) },
      ];
    default:
      return lines;
  }
}

function vscodeModelItem(chat: VscodeChat, { current, options }: PickerFacts): ModelItem {
  const id = vscodeModelId(chat.vendor, chat.id);
  const { label, ...known } = vscodeFacts(chat, options(id));
  const words = factLabels({ ...known, tools: known.tools !== 'none' });
  return {
    group: vscodeGroup,
    label,
    ...describe([chat.vendor, ...words], id === current),
    choice: { kind: 'model', id },
  };
}

/** The chosen model has its line even while VS Code does not offer it. */
function chosenLine(known: readonly VscodeChat[], facts: PickerFacts): readonly ModelItem[] {
  const { current, vscode } = facts;
  const chosen = parseModelId(current);
  if (chosen.kind !== 'vscode') return [];
  if (known.some(({ vendor, id }) => vendor === chosen.vendor && id === chosen.model)) return [];
  const missing = vscode.kind === 'here' ? t('not offered now') : '';
  return [
    {
      group: vscodeGroup,
      label: chosen.model,
      ...describe([chosen.vendor, missing], true),
      choice: { kind: 'model', id: current },
    },
  ];
}

const lackingLine = (): ModelItem => ({
  group: vscodeGroup,
  icon: 'info',
  label: t('VS Code passes on no system messages, token usage, thinking'),
  description: '',
  choice: { kind: 'nothing' },
});
