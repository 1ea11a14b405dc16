import * as vscode from 'vscode';
import { type ToolSpec, shortToolName } from '../../../core/contracts/tool-spec';
import { neutralPickText } from '../../window/neutral-text';
import { notify } from '../../window/notify';
import type { PanelView } from '../../panel/page/panel-view';
import { toolCallText, argsProblem, argsTemplate } from './tool-call-text';

/** The part of the panel needed for a manual call. */
export type CallPanel = Pick<PanelView, 'focus' | 'insertText'> & {
  send(text: string): void;
};

export async function runTool(catalog: readonly ToolSpec[], panel: CallPanel): Promise<void> {
  if (catalog.length === 0) {
    notify('no tool may run. The setting gatehouse.allowedTools lists those that may.');
    return;
  }
  const title = {
    title: 'Run a tool',
    hint: 'The call goes through the same checks as a call of the agent',
  };
  const spec = await pickTool(catalog, title);
  if (spec === undefined) return;
  const args = await askArguments(spec);
  if (args !== undefined) await confirm(panel, toolCallText(spec, args));
}

async function confirm(panel: CallPanel, text: string): Promise<void> {
  const run = { label: 'Run it in the chat', detail: neutralPickText(text) };
  const draft = { label: 'Insert it into the draft', detail: 'Review it there, then send it' };
  const chosen = await vscode.window.showQuickPick([run, draft], {
    title: 'Run this call?',
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
    description: spec.effect.replaceAll('_', ' '),
    detail: neutralPickText(/^.*?[.!?](?=\s|$)/s.exec(spec.description)?.[0] ?? spec.description),
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
    title: `Arguments of ${shortToolName(spec.name)}`,
    prompt: 'One JSON object',
    value: argsTemplate(spec),
    ignoreFocusOut: true,
    validateInput: argsProblem,
  });
}
