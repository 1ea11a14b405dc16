import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/system';

/** What an item of the status bar shows. */
export interface ItemText {
  readonly text: string;
  /** Also what screen readers say. */
  readonly tooltip: string;
  /** True while the user has something to do. */
  readonly attention?: boolean;
}

export interface ItemSpec {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  /** The items of Gatehouse are next to each other, in this order. */
  readonly place: 1 | 2;
  readonly show: () => ItemText;
  /** What changes it. */
  readonly sources: readonly { onDidChange(listener: () => void): Disposable }[];
}

/** VS Code's count of problems has this priority; one of it may come between two of ours. */
const ofProblems = 50;

/** An item at the left of the status bar; a click runs its command. */
export function createStatusItem({ id, place, sources, ...spec }: ItemSpec): Disposable {
  const priority = ofProblems + 1 / place;
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
  item.name = spec.name;
  item.command = spec.command;
  let shown = '';
  const update = (): void => {
    const { text, tooltip, attention = false } = spec.show();
    // Sources change more often, and each assignment is sent to VS Code.
    if (shown === `${text} ${tooltip}`) return;
    shown = `${text} ${tooltip}`;
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip, role: 'button' };
    item.backgroundColor = attention
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
  };
  update();
  item.show();
  return vscode.Disposable.from(...sources.map((source) => source.onDidChange(update)), item);
}
