import * as vscode from 'vscode';
import { type ToolSpec, shortToolName } from '../../../core/contracts/tool-spec';
import { neutralPickText } from '../../window/neutral-text';
import { notify } from '../../window/notify';
import type { PanelView } from '../../panel/page/panel-view';
import { toolCallText, argsProblem, argsTemplate } from './tool-call-text';
import { effectTexts } from '../../window/effect-texts';
import { t, shown } from '../../window/language';

/** The part of the panel needed for a manual call. */
export type CallPanel = Pick<PanelView, 'focus' | 'insertText'> & {
  send(text: string): void;
};

export async function runTool(catalog: readonly ToolSpec[], panel: CallPanel): Promise<void> {
  if (catalog.length === 0) {
    notify(t('no tool may run. The setting gatehouse.allowedTools lists those that may.'));
    return;
  }
  const title = {
    title: t('Run a tool'),
    hint: t('The call goes through the same checks as a call of the agent'),
  };
  const spec = await pickTool(catalog, title);
  if (spec === undefined) return;
  const args = await askArguments(spec);
  if (args !== undefined) await confirm(panel, toolCallText(spec, args));
}

async function confirm(panel: CallPanel, text: string): Promise<void> {
  const run = { label: t('Run it in the chat'), detail: neutralPickText(text) };
  const draft = {
    label: t('Insert it into the draft'),
    detail: t('Review it there, then send it'),
  };
  const chosen = await vscode.window.showQuickPick([run, draft], {
    title: t('Run this call?'),
    ignoreFocusOut: true,
  });
  if (chosen === draft) await panel.insertText(text);
  if (chosen !== run) return;
  await panel.focus();
  panel.send(text);
}

export async function pickTool(
  specs: readonly ToolSpec[],
  { title, hint }: { readonly title: string; readonly hint: string },
): Promise<ToolSpec | undefined> {
  const lines = specs.map((spec) => ({
    label: shortToolName(spec.name),
    description: effectTexts()[spec.effect],
    detail: neutralPickText(shown(spec.title)),
    spec,
  }));
  const picked = await vscode.window.showQuickPick(lines, {
    title,
    placeHolder: hint,
    matchOnDetail: true,
  });
  return picked?.spec;
}

/** Asks for the arguments of a tool; returns JSON text of one object. */
export async function askArguments(spec: ToolSpec): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: t('Arguments of {0}', shortToolName(spec.name)),
    prompt: t('One JSON object'),
    value: argsTemplate(spec),
    ignoreFocusOut: true,
    validateInput: argsProblem,
  });
}
