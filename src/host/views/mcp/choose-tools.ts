import * as vscode from 'vscode';
import { escapeControlInline } from '../../../core/base/escape-control';
import type { Sentence } from '../../../core/base/sentence';
import { cutMarked } from '../../../core/base/text-lines';
import type { Result } from '../../../core/contracts/failure';
import type { TrustLevel } from '../../../core/contracts/tool-spec';
import type { McpTool } from '../../../core/mcp/tool-list';
import { knownTools } from '../../../core/tools/known.gen';
import type { ServerTool } from '../../mcp/server-tools';
import { shown, t } from '../../window/language';
import { neutralPickText } from '../../window/neutral-text';
import { notify, notifyFailure } from '../../window/notify';
import type { ShowText } from '../../window/show-text';
import { levelMeanings } from '../trust/trust-items';
import { definitionText, standingText } from './tool-texts';

export interface ChooseToolsDeps {
  /** Time of the last call of a tool by its id; undefined if there was none. */
  readonly lastUse: (toolId: string) => Promise<number | undefined>;
  readonly showText: ShowText;
}

/** Tools of one source, as they were when the list was opened. */
export interface ListedTools {
  readonly title: string;
  /** Asks for the trust level of the source. */
  readonly question: string;
  readonly tools: readonly ServerTool[];
  readonly problems: readonly Sentence[];
  /** Whether the user can say of a tool that it only reads. */
  readonly canMark: boolean;
  /** Names and ids of the tools of other sources. */
  readonly others: readonly string[];
  /** Undefined before a tool of it was on. */
  readonly level: TrustLevel | undefined;
  readonly approvedOf: (tool: string) => McpTool | undefined;
  readonly allow: (on: readonly ServerTool[], level: TrustLevel) => Promise<Result<void>>;
  /** What is said after the choice. */
  readonly result: (on: number) => string;
}

/** Every tool is off until the user switches it on here; one that has changed is off again (INV-21). */
export async function chooseTools(deps: ChooseToolsDeps, listed: ListedTools): Promise<void> {
  const chosen = await pickTools(deps, listed);
  if (chosen === undefined) return;
  // The list may have changed while the question was open: only what was shown is switched on.
  const level = listed.level ?? (chosen.length > 0 ? await askLevel(listed.question) : undefined);
  if (level === undefined) return;
  const changed = await listed.allow(chosen, level);
  if (changed.ok) notify(listed.result(chosen.length));
  else notifyFailure(changed.failure);
}

interface ToolLine extends vscode.QuickPickItem {
  readonly entry: ServerTool;
}

async function pickTools(
  deps: ChooseToolsDeps,
  listed: ListedTools,
): Promise<readonly ServerTool[] | undefined> {
  const look = { iconPath: new vscode.ThemeIcon('file-code'), tooltip: t('Show its definition') };
  const mark = { iconPath: new vscode.ThemeIcon('eye'), tooltip: t('Mark as read-only') };
  const unmark = {
    iconPath: new vscode.ThemeIcon('eye-closed'),
    tooltip: t('Remove the read-only mark'),
  };
  const usable = listed.tools.filter(({ standing }) => standing !== 'unusable');
  const others = [...knownTools.map(({ id }) => id), ...listed.others];
  const lineOf = (entry: ServerTool): ToolLine => ({
    label: neutralPickText(cutMarked(escapeControlInline(entry.tool.name), 80)),
    description: neutralPickText(standingText(entry, others)),
    detail: neutralPickText(
      cutMarked(escapeControlInline(entry.tool.description ?? t('(no description)')), 300),
    ),
    buttons: listed.canMark ? [look, entry.onlyReads === true ? unmark : mark] : [look],
    entry,
  });
  const pick = vscode.window.createQuickPick<ToolLine>();
  pick.title = unusableTitle(listed);
  pick.placeholder = t(
    'Selected tools are offered to the model; trust level and rules decide which calls ask',
  );
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = usable.map(lineOf);
  pick.selectedItems = pick.items.filter(({ entry }) => entry.standing === 'on');
  try {
    return await new Promise((settle) => {
      pick.onDidTriggerItemButton(({ button, item }) => {
        const { entry } = item;
        if (button === look) void showDefinition(deps, listed, { entry, others });
        else replaceLine(pick, item, lineOf({ ...entry, onlyReads: entry.onlyReads !== true }));
      });
      pick.onDidAccept(() => settle(pick.selectedItems.map(({ entry }) => entry)));
      pick.onDidHide(() => settle(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** In its place, selected and active as before. */
function replaceLine(pick: vscode.QuickPick<ToolLine>, old: ToolLine, line: ToolLine): void {
  const replaced = (lines: readonly ToolLine[]) =>
    lines.map((each) => (each === old ? line : each));
  const selected = replaced(pick.selectedItems);
  pick.items = replaced(pick.items);
  pick.selectedItems = selected;
  pick.activeItems = [line];
}

async function showDefinition(
  { lastUse, showText }: ChooseToolsDeps,
  { title, approvedOf }: ListedTools,
  { entry, others }: { readonly entry: ServerTool; readonly others: readonly string[] },
): Promise<void> {
  const facts = {
    others,
    approved: approvedOf(entry.tool.name),
    lastUse: entry.bound === undefined ? undefined : await lastUse(entry.bound.id),
  };
  await showText(title, definitionText(entry, facts));
}

function unusableTitle({ title, tools, problems }: ListedTools): string {
  const unusable = tools.filter(({ standing }) => standing === 'unusable');
  const all = [
    ...unusable.map(
      (each) => `${each.tool.name}: ${each.problem === undefined ? '' : shown(each.problem)}`,
    ),
    ...problems.map(shown),
  ];
  if (all.length === 0) return title;
  return neutralPickText(cutMarked(escapeControlInline(`${title} (${all.join(' ')})`), 300));
}

/** Decision 68: the level with which chats start to use the tools of a new source. */
async function askLevel(title: string): Promise<TrustLevel | undefined> {
  const meanings = levelMeanings();
  const levels = ['provisional', 'untrusted', 'trusted'] as const;
  const lines = levels.map((level) => ({
    label: level,
    description: level === 'provisional' ? t('proposed') : '',
    detail: meanings[level],
    level,
  }));
  const picked = await vscode.window.showQuickPick(lines, {
    title,
    placeHolder: t('Every chat starts with this level; "Gatehouse: Set Trust Level…" changes it'),
    ignoreFocusOut: true,
  });
  return picked?.level;
}
