import * as vscode from 'vscode';
import { neutralPickText } from '../../approvals/present';
import type { ModelChoice, ModelLine } from './model-lines';

interface PickLine extends vscode.QuickPickItem {
  readonly choice?: ModelChoice;
}

/** The open list of models; its lines change while lists arrive. */
export interface ModelPicker {
  show(lines: readonly ModelLine[], isBusy: boolean): void;
  /** What the person chooses; undefined when they close the list. */
  readonly chosen: Promise<ModelChoice | undefined>;
}

export function openModelPicker(): ModelPicker {
  const pick = vscode.window.createQuickPick<PickLine>();
  pick.title = 'Model';
  pick.placeholder = 'Which model answers in the chat?';
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  const chosen = new Promise<ModelChoice | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const choice = pick.selectedItems[0]?.choice;
      if (choice === undefined || choice.kind === 'nothing') return;
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
      pick.items = withSeparators(lines);
      pick.busy = isBusy;
      const active = isShown
        ? pick.items.find((item) => isSame(item, before))
        : currentOf(pick.items);
      if (active !== undefined) pick.activeItems = [active];
      if (!isShown) pick.show();
      isShown = true;
    },
  };
}

/** The same line in a newer list. */
function isSame(item: PickLine, before: PickLine | undefined): boolean {
  if (before?.choice === undefined || item.choice === undefined) return false;
  const { choice } = before;
  if (choice.kind === 'model') return item.choice.kind === 'model' && item.choice.id === choice.id;
  return item.choice.kind === choice.kind && item.label === before.label;
}

function currentOf(items: readonly PickLine[]): PickLine | undefined {
  return items.find(({ description = '' }) => /(^| · )current$/.test(description));
}

function withSeparators(lines: readonly ModelLine[]): PickLine[] {
  return lines.flatMap((line, at): PickLine[] => {
    const icon = line.icon === undefined ? '' : `$(${line.icon}) `;
    const item: PickLine = {
      label: `${icon}${neutralPickText(line.label)}`,
      description: neutralPickText(line.description),
      choice: line.choice,
      ...(line.detail === undefined ? {} : { detail: neutralPickText(line.detail) }),
    };
    if (at > 0 && lines[at - 1]?.group === line.group) return [item];
    const label = neutralPickText(line.group);
    return [{ label, kind: vscode.QuickPickItemKind.Separator }, item];
  });
}
