import * as vscode from 'vscode';
import { neutralPickText } from '../../approvals/present';
import { modelLines, type ModelChoice, type ModelLine } from './model-choices';
import { parseModelId } from '../../models/model-id';
import { askModelName, askRecording, askServerAddress, type ModelDeps } from './set-up-server';

/**
 * The model picker. A choice is remembered in the user setting `gatehouse.model`; what only sets
 * the server up leads back to the list. Answers the chosen id, or undefined.
 */
export async function pickModel(deps: ModelDeps): Promise<string | undefined> {
  for (;;) {
    const choice = await chooseLine(deps);
    if (choice === undefined) return undefined;
    const id = await follow(deps, choice);
    if (id === undefined) continue;
    await deps.settings.write('model', id);
    if (parseModelId(id).kind === 'openai' && deps.settings.get('openai.baseUrl') === '') {
      await askServerAddress(deps);
    }
    return id;
  }
}

async function follow(deps: ModelDeps, choice: ModelChoice): Promise<string | undefined> {
  switch (choice.kind) {
    case 'model':
      return choice.id;
    case 'add-model':
      return askModelName(deps);
    case 'replay-file':
      return (await askRecording(deps)) ? 'replay' : undefined;
    case 'base-url':
      await askServerAddress(deps);
      return undefined;
    case 'key':
      await deps.apiKey.ask();
      return undefined;
  }
}

async function chooseLine({ settings, apiKey }: ModelDeps): Promise<ModelChoice | undefined> {
  const lines = modelLines({
    current: settings.get('model'),
    baseUrl: settings.get('openai.baseUrl'),
    models: settings.get('openai.models'),
    replayFile: settings.get('replay.file'),
    key: await apiKey.state(),
  });
  const picked = await vscode.window.showQuickPick(withSeparators(lines), {
    title: 'Model',
    placeHolder: 'Which model answers in the chat?',
    matchOnDescription: true,
  });
  return picked?.choice;
}

interface PickLine extends vscode.QuickPickItem {
  readonly choice?: ModelChoice;
}

function withSeparators(lines: readonly ModelLine[]): PickLine[] {
  return lines.flatMap((line, at): PickLine[] => {
    const item = {
      label: neutralPickText(line.label),
      description: neutralPickText(line.description),
      choice: line.choice,
    };
    if (at > 0 && lines[at - 1]?.group === line.group) return [item];
    return [{ label: line.group, kind: vscode.QuickPickItemKind.Separator }, item];
  });
}
