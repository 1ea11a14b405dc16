import { httpProviders } from '../../../core/contracts/http-provider';
import { providerNames } from '../../models/providers';
import { describe, type ModelItem, type PickerFacts } from './model-lines';
import { isLoopback } from '../../../adapters/http/loopback';
import { serverItems } from './server-lines';
import { vscodeItems } from './vscode-lines';

/** Everything in the picker: models by where they are, then what sets them up. */
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
    description: describe([isKnown ? replayFile : 'choose a file'], current === 'replay'),
    choice: isKnown ? { kind: 'model', id: 'replay' } : { kind: 'replay-file' },
  };
}

function setUpLines(facts: PickerFacts): readonly ModelItem[] {
  const group = 'Set up';
  const lines: readonly Omit<ModelItem, 'group'>[] = [
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

/** Said where it matters: some server is asked at loopback. */
function remoteLine({ place, servers }: PickerFacts): readonly Omit<ModelItem, 'group'>[] {
  const isAsked = httpProviders.some((provider) => isLoopback(servers[provider].address));
  if (place === undefined || !isAsked) return [];
  return [
    {
      icon: 'remote',
      label: '127.0.0.1 is the remote machine',
      description: `this window works ${place}`,
      choice: { kind: 'address' },
    },
  ];
}

function keys({ servers }: PickerFacts): string {
  const states = httpProviders.map((provider) => ({ provider, key: servers[provider].key }));
  if (states.some(({ key }) => key.kind === 'unreadable')) {
    return 'the secret store of this machine did not open';
  }
  const stored = states.filter(({ key }) => key.kind === 'stored');
  if (stored.length === 0) return 'none stored; servers of your own may need none';
  return `stored for ${stored.map(({ provider }) => providerNames[provider]).join(', ')}`;
}
