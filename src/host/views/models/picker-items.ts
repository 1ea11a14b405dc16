import { httpProviders } from '../../../core/contracts/models';
import { providerNames } from '../../models/providers';
import {
  askingLine,
  describe,
  failedLine,
  type ModelItem,
  type PickerFacts,
  type StateLine,
  factLabels,
} from './model-items';
import { isLoopback } from '../../../adapters/http/host-address';
import { serverItems } from './server-items';
import { parseModelId, vscodeModelId } from '../../../adapters/llm/model-id';
import type { VscodeChat } from '../../models/vscode-chat';
import { vscodeFacts, vscodeLacks } from '../../models/vscode-llm';

export function pickerItems(facts: PickerFacts): readonly ModelItem[] {
  return [
    ...vscodeItems(facts),
    ...httpProviders.flatMap((provider) => serverItems(provider, facts)),
    replayLine(facts),
    ...setUpLines(facts),
  ];
}

function replayLine({ current, replayFile }: PickerFacts): ModelItem {
  const group = 'Without a model';
  const isKnown = replayFile !== '';
  return {
    group,
    label: isKnown ? 'Replay a recorded conversation' : 'Replay a recorded conversation…',
    ...describe([isKnown ? replayFile : 'choose a file'], current === 'replay'),
    choice: isKnown ? { kind: 'model', id: 'replay' } : { kind: 'replay-file' },
  };
}

function setUpLines(facts: PickerFacts): readonly ModelItem[] {
  const group = 'Set up';
  const lines: readonly StateLine[] = [
    ...remoteLine(facts),
    { label: 'Add a model by its name…', description: '', choice: { kind: 'add-model' } },
    { label: 'Set a server address…', description: '', choice: { kind: 'address' } },
    { label: 'Set an API key…', description: keys(facts), choice: { kind: 'key' } },
    {
      label: 'Set context size, tools or prices of a model…',
      description: 'gatehouse.models.options in settings.json',
      choice: { kind: 'options' },
    },
    ...(facts.replayFile === ''
      ? []
      : [
          {
            label: 'Choose another recording…',
            description: facts.replayFile,
            choice: { kind: 'replay-file' } as const,
          },
        ]),
  ];
  return lines.map((line) => ({ group, ...line }));
}

/** Shown if it matters: some server is requested at loopback. */
function remoteLine({ place, servers }: PickerFacts): readonly StateLine[] {
  const isAsked = httpProviders.some((provider) => isLoopback(servers[provider].address));
  if (place === undefined || !isAsked) return [];
  return [
    {
      icon: 'remote',
      label: '127.0.0.1 is the remote machine',
      description: `this window runs ${place}`,
      choice: { kind: 'address' },
    },
  ];
}

function keys({ servers }: PickerFacts): string {
  const states = httpProviders.map((provider) => ({ provider, key: servers[provider].key }));
  if (states.some(({ key }) => key.kind === 'unreadable')) {
    return 'the secret store of this machine could not be opened';
  }
  const stored = states.filter(({ key }) => key.kind === 'stored');
  if (stored.length === 0) return 'none stored; servers of your own may need none';
  return `stored for ${stored.map(({ provider }) => providerNames[provider]).join(', ')}`;
}

const vscodeGroup = 'VS Code';
const notListed = 'The models of VS Code could not be listed';

function vscodeItems(facts: PickerFacts): readonly ModelItem[] {
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
      return [...lines, { group: vscodeGroup, ...askingLine('Asking VS Code…') }];
    case 'failed':
      return [...lines, { group: vscodeGroup, ...failedLine('vscode', notListed, vscode.failure) }];
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
  const missing = vscode.kind === 'here' ? 'not offered now' : '';
  return [
    {
      group: vscodeGroup,
      label: chosen.model,
      ...describe([chosen.vendor, missing], true),
      choice: { kind: 'model', id: current },
    },
  ];
}

const lackingLine: ModelItem = {
  group: vscodeGroup,
  icon: 'info',
  label: `VS Code passes on no ${vscodeLacks.join(', ')}`,
  description: '',
  choice: { kind: 'nothing' },
};

const noneLine: ModelItem = {
  group: vscodeGroup,
  label: 'No extension offers models',
  description: 'for example, sign in to GitHub Copilot, then choose this to ask again',
  choice: { kind: 'ask-again', source: 'vscode' },
};
