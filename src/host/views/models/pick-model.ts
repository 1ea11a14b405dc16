import * as vscode from 'vscode';
import { parseModelId } from '../../../adapters/llm/model-id';
import { selectVscodeChats } from '../../models/real-vscode-chat';
import { addModel } from './add-model';
import { askForKey, askWhichKey } from './ask-key';
import { serverAddressOf, type ModelDeps } from './model-deps';
import type { ModelChoice } from './model-lines';
import { openModelPicker } from './model-picker';
import { createModelSource, type ModelSource } from './model-source';
import { pickerItems } from './picker-lines';
import { setAddress, setWhichAddress } from './set-address';

/**
 * The model picker: what is really there, asked for while it is open. A choice is remembered in the
 * user setting `gatehouse.model`; what only sets models up leads back to the list. Answers the
 * chosen id, or undefined.
 */
export async function pickModel(deps: ModelDeps): Promise<string | undefined> {
  const closing = new AbortController();
  let refresh = (): void => undefined;
  const source = createModelSource({
    ...deps,
    selectVscode: () => selectVscodeChats({}),
    onChange: () => {
      refresh();
    },
    signal: closing.signal,
  });
  void source.loadAll();
  try {
    for (;;) {
      const picker = openModelPicker(deps.clock);
      refresh = () => {
        picker.show(pickerItems(source.facts()), source.isBusy());
      };
      refresh();
      const choice = await picker.chosen;
      refresh = () => undefined;
      if (choice === undefined) return undefined;
      const id = await follow({ deps, source }, choice);
      if (id === 'done') return undefined;
      if (id !== undefined) return await choose(deps, id);
    }
  } finally {
    closing.abort();
  }
}

async function choose(deps: ModelDeps, id: string): Promise<string> {
  await deps.settings.write('model', id);
  const chosen = parseModelId(id);
  if (chosen.kind === 'server' && serverAddressOf(deps, chosen.provider) === '') {
    await setAddress(deps, chosen.provider);
  }
  return id;
}

interface Picking {
  readonly deps: ModelDeps;
  readonly source: ModelSource;
}

/** The id of a model, undefined to show the list again, or `done` to leave it. */
async function follow({ deps, source }: Picking, choice: ModelChoice): Promise<string | undefined> {
  switch (choice.kind) {
    case 'model':
      return choice.id;
    case 'add-model':
      return addModel(deps, choice.provider);
    case 'replay-file':
      return (await askRecording(deps)) ? 'replay' : undefined;
    case 'ask-again':
      await source.load(choice.source);
      return undefined;
    case 'address':
    case 'key': {
      const changed = await setUp(deps, choice);
      if (changed !== undefined) await source.load(changed);
      return undefined;
    }
    case 'options':
      await openOptions();
      return 'done';
    case 'nothing':
      return undefined;
  }
}

async function setUp(
  deps: ModelDeps,
  { kind, provider }: ModelChoice & { readonly kind: 'address' | 'key' },
) {
  if (kind === 'key') return provider === undefined ? askWhichKey(deps) : askForKey(deps, provider);
  if (provider === undefined) return setWhichAddress(deps);
  return (await setAddress(deps, provider)) ? provider : undefined;
}

/** Opens the user's settings as text, at the options of models. */
async function openOptions(): Promise<void> {
  const revealSetting = { key: 'gatehouse.models.options', edit: true };
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
}

/** Lets the person choose a recording; true when one was chosen. */
async function askRecording({ settings }: ModelDeps): Promise<boolean> {
  const files = await vscode.window.showOpenDialog({
    title: 'Choose a recorded conversation',
    canSelectMany: false,
    filters: { Recordings: ['json'] },
  });
  const file = files?.[0];
  if (file === undefined) return false;
  await settings.write('replay.file', file.fsPath);
  return true;
}
