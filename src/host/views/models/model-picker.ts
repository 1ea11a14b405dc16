import * as vscode from 'vscode';
import type { Clock } from '../../../core/ports/system';
import { neutralPickText } from '../../window/neutral-text';
import type { ModelChoice, ModelItem } from './model-items';
import { t } from '../../window/language';

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

/** The two lists of the picker: models to choose, and where to get them. */
export type PickerPage = 'models' | 'providers';

const pages = () => ({
  models: { title: t('Choose a model'), placeholder: t('Which model answers in the chat?') },
  providers: { title: t('Get a model'), placeholder: t('Where does the model run?') },
});

export function openModelPicker(clock: Clock, page: PickerPage): ModelPicker {
  let changedAt = clock.monotonic() - settleMs;
  let activeBefore: PickLine | undefined;
  const pick = vscode.window.createQuickPick<PickLine>();
  pick.title = pages()[page].title;
  pick.placeholder = pages()[page].placeholder;
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
