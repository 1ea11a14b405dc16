import * as vscode from 'vscode';
import { parseModelId, serverModelId } from '../../../adapters/llm/model-id';
import { selectVscodeChats } from '../../models/select-chat-models';
import {
  askForKey,
  askWhichKey,
  setAddress,
  setWhichAddress,
  chooseProvider,
} from './server-setup';
import { serverAddressOf, type ModelDeps, byChoice } from './model-deps';
import type { ModelChoice, ModelItem } from './model-items';
import { ModelSource } from './model-lists';
import { pickerItems } from './picker-items';
import { neutralPickText } from '../../window/neutral-text';
import type { Clock } from '../../../core/ports/system';
import type { HttpProvider } from '../../../core/contracts/models';
import { providerNames } from '../../models/providers';

/** Models are requested while it is open; a choice goes to `gatehouse.model`. Returns its id. */
export async function pickModel(deps: ModelDeps): Promise<string | undefined> {
  const closing = new AbortController();
  let refresh = (): void => undefined;
  const source = new ModelSource(deps, {
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

async function openOptions(): Promise<void> {
  const revealSetting = { key: 'gatehouse.models.options', edit: true };
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
}

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

interface PickLine extends vscode.QuickPickItem {
  readonly choice?: ModelChoice;
  readonly isCurrent?: boolean;
}

/** The open list of models; its lines change while lists arrive. */
export interface ModelPicker {
  show(lines: readonly ModelItem[], isBusy: boolean): void;
  /** The user's choice; undefined when they close the list. */
  readonly chosen: Promise<ModelChoice | undefined>;
}

/** Milliseconds in which a click may have been meant for a line that has moved since. */
const settleMs = 300;

function openModelPicker(clock: Clock): ModelPicker {
  let changedAt = clock.monotonic() - settleMs;
  let activeBefore: PickLine | undefined;
  const pick = vscode.window.createQuickPick<PickLine>();
  pick.title = 'Model';
  pick.placeholder = 'Choose the model for the chat';
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  const chosen = new Promise<ModelChoice | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const [line] = pick.selectedItems;
      // The keyboard picks the line that is still selected; the mouse the line at its position.
      const isMeant = clock.monotonic() - changedAt >= settleMs || isSame(line, activeBefore);
      const choice = isMeant ? line?.choice : undefined;
      if (choice === undefined || choice.kind === 'nothing') {
        // VS Code reports a selected line only once.
        pick.selectedItems = [];
        return;
      }
      resolve(choice);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
  });
  let isShown = false;
  return {
    chosen,
    show(lines, isBusy) {
      const before = pick.activeItems[0];
      activeBefore = before;
      changedAt = clock.monotonic();
      pick.items = withSeparators(lines);
      pick.busy = isBusy;
      const active = isShown
        ? pick.items.find((item) => isSame(item, before))
        : pick.items.find(({ isCurrent }) => isCurrent === true);
      if (active !== undefined) pick.activeItems = [active];
      if (isShown) return;
      isShown = true;
      changedAt -= settleMs;
      pick.show();
    },
  };
}

function isSame(item: PickLine | undefined, before: PickLine | undefined): boolean {
  if (before?.choice === undefined || item?.choice === undefined) return false;
  const { choice } = before;
  if (choice.kind === 'model') return item.choice.kind === 'model' && item.choice.id === choice.id;
  return item.choice.kind === choice.kind && item.label === before.label;
}

function withSeparators(lines: readonly ModelItem[]): PickLine[] {
  return lines.flatMap((line, at): PickLine[] => {
    const icon = line.icon === undefined ? '' : `$(${line.icon}) `;
    const item: PickLine = {
      label: `${icon}${neutralPickText(line.label)}`,
      description: neutralPickText(line.description),
      choice: line.choice,
      ...(line.isCurrent === undefined ? {} : { isCurrent: line.isCurrent }),
      ...(line.detail === undefined ? {} : { detail: neutralPickText(line.detail) }),
    };
    if (at > 0 && lines[at - 1]?.group === line.group) return [item];
    const label = neutralPickText(line.group);
    return [{ label, kind: vscode.QuickPickItemKind.Separator }, item];
  });
}

const examples: Readonly<Record<HttpProvider, string>> = {
  openai: 'gpt-4.1 or meta-llama/llama-3.3-70b',
  anthropic: 'claude-sonnet-4-5',
  ollama: 'qwen3:8b',
};

async function addModel(
  deps: ModelDeps,
  known: HttpProvider | undefined,
): Promise<string | undefined> {
  const lines = byChoice(deps).map((provider) => {
    return { provider, description: serverAddressOf(deps, provider) };
  });
  const provider = known ?? (await chooseProvider('Add a model', lines));
  if (provider === undefined) return undefined;
  const typed = await vscode.window.showInputBox({
    title: `Add a model: ${providerNames[provider]}`,
    prompt: `Its name as the server knows it, for example ${examples[provider]}`,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? 'Type the name of a model.' : undefined),
  });
  if (typed === undefined) return undefined;
  const model = typed.trim();
  await remember(deps, provider, model);
  return serverModelId(provider, model);
}

/** Ollama itself knows its models. */
async function remember(
  { settings }: ModelDeps,
  provider: HttpProvider,
  model: string,
): Promise<void> {
  if (provider === 'ollama') return;
  const models = settings.get(`${provider}.models`);
  if (!models.includes(model)) await settings.write(`${provider}.models`, [...models, model]);
}
