import * as vscode from 'vscode';
import { parseModelId } from '../../../adapters/llm/model-id';
import { selectVscodeChats } from '../../models/select-chat-models';
import type { ModelDeps } from './model-deps';
import { serverAddressOf } from './model-deps';
import type { ModelChoice, ProviderWay } from './model-items';
import { ModelSource } from './model-lists';
import { openModelPicker, type PickerPage } from './model-picker';
import { pickerItems } from './picker-items';
import { providerItems } from './provider-items';
import { setUpProvider } from './provider-setup';
import { addModel, removeApiKey, setAddress } from './server-setup';
import { t } from '../../window/language';

/** Models are requested while it is open; a choice goes to `gatehouse.model`. Returns its id. */
export function pickModel(deps: ModelDeps): Promise<string | undefined> {
  return withSource(deps, (picking) => chooseFrom(picking, 'models'));
}

/** Shows where models come from, or sets one of these up; then as `pickModel`. */
export function getModel(deps: ModelDeps, way?: ProviderWay): Promise<string | undefined> {
  return withSource(deps, async (picking) => {
    if (way === undefined) return chooseFrom(picking, 'providers');
    const isReady = await setUpProvider(picking, way);
    return isReady ? chooseFrom(picking, 'models') : undefined;
  });
}

interface Picking {
  readonly deps: ModelDeps;
  readonly source: ModelSource;
  /** Called when a list has changed. */
  refresh: () => void;
}

async function withSource(
  deps: ModelDeps,
  pick: (picking: Picking) => Promise<string | undefined>,
): Promise<string | undefined> {
  const closing = new AbortController();
  const source = new ModelSource(deps, {
    selectVscode: () => selectVscodeChats({}),
    onChange: () => picking.refresh(),
    signal: closing.signal,
  });
  const picking: Picking = { deps, source, refresh: () => undefined };
  void source.loadAll();
  try {
    return await pick(picking);
  } finally {
    closing.abort();
  }
}

async function chooseFrom(picking: Picking, first: PickerPage): Promise<string | undefined> {
  const { deps, source } = picking;
  const items = { models: pickerItems, providers: providerItems };
  let page: PickerPage | undefined = first;
  while (page !== undefined) {
    const shown: PickerPage = page;
    const picker = openModelPicker(deps.clock, shown);
    picking.refresh = () => picker.show(items[shown](source.facts()), source.isBusy());
    picking.refresh();
    const choice = await picker.chosen;
    picking.refresh = () => undefined;
    if (choice === undefined) return undefined;
    const id = await idOf(picking, choice);
    if (id !== undefined) return choose(deps, id);
    page = await follow(picking, choice, shown);
  }
  return undefined;
}

async function choose(deps: ModelDeps, id: string): Promise<string> {
  await deps.settings.write('model', id);
  const chosen = parseModelId(id);
  if (chosen.kind === 'server' && serverAddressOf(deps, chosen.provider) === '') {
    await setAddress(deps, chosen.provider);
  }
  return id;
}

/** The id of a model that the choice names; undefined when it names none. */
async function idOf({ deps }: Picking, choice: ModelChoice): Promise<string | undefined> {
  switch (choice.kind) {
    case 'model':
      return choice.id;
    case 'add-model':
      return addModel(deps, choice.provider);
    case 'replay-file':
      return (await askRecording(deps)) ? 'replay' : undefined;
    default:
      return undefined;
  }
}

/** The list to show next; undefined to close the picker. */
async function follow(
  picking: Picking,
  choice: ModelChoice,
  page: PickerPage,
): Promise<PickerPage | undefined> {
  switch (choice.kind) {
    case 'page':
      return choice.page;
    case 'ask-again':
      await picking.source.load(choice.source);
      return page;
    case 'set-up':
      return (await setUpProvider(picking, choice.way)) ? 'models' : page;
    case 'remove-key':
      await removeApiKey(picking.deps);
      await picking.source.loadAll();
      return page;
    case 'options':
      await openOptions();
      return undefined;
    default:
      return page;
  }
}

async function openOptions(): Promise<void> {
  const revealSetting = { key: 'gatehouse.models.options', edit: true };
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
}

async function askRecording({ settings }: ModelDeps): Promise<boolean> {
  const files = await vscode.window.showOpenDialog({
    title: t('Choose a recorded conversation'),
    canSelectMany: false,
    filters: { Recordings: ['json'] },
  });
  const file = files?.[0];
  if (file === undefined) return false;
  await settings.write('replay.file', file.fsPath);
  return true;
}
