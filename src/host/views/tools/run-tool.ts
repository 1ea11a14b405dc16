import * as vscode from 'vscode';
import type { ToolSpec } from '../../../core/contracts/tool-spec';
import { neutralPickText, shortTool } from '../../approvals/present';
import type { ChatPanel } from '../../commands/chat-commands';
import { argsRemark, argsTemplate, toolCallText } from './tool-call-text';

/** The panel, as far as a call run by hand needs it. */
export type CallPanel = Pick<ChatPanel, 'focus' | 'insertText' | 'send'>;

/** Runs a tool by hand: choose it, type its arguments, confirm; then it goes through the chat. */
export async function runTool(catalog: readonly ToolSpec[], panel: CallPanel): Promise<void> {
  const spec = await pickTool(catalog);
  if (spec === undefined) return;
  const args = await vscode.window.showInputBox({
    title: `Arguments of ${shortTool(spec.name)}`,
    prompt: 'One JSON object',
    value: argsTemplate(spec),
    ignoreFocusOut: true,
    validateInput: argsRemark,
  });
  if (args !== undefined) await confirm(panel, toolCallText(spec, args));
}

async function pickTool(specs: readonly ToolSpec[]): Promise<ToolSpec | undefined> {
  if (specs.length === 0) {
    void vscode.window.showInformationMessage(
      'Gatehouse: no tool may run. The setting gatehouse.allowedTools lists those that may.',
    );
    return undefined;
  }
  const lines = specs.map((spec) => ({
    label: shortTool(spec.name),
    description: spec.effect.replaceAll('_', ' '),
    detail: neutralPickText(firstSentence(spec.description)),
    spec,
  }));
  const picked = await vscode.window.showQuickPick(lines, {
    title: 'Run a tool',
    placeHolder: 'The call takes the same way as one of the agent',
    matchOnDetail: true,
  });
  return picked?.spec;
}

async function confirm(panel: CallPanel, text: string): Promise<void> {
  const run = { label: 'Run it in the chat', detail: neutralPickText(text) };
  const draft = { label: 'Put it into the draft', detail: 'Look at it there, then send it' };
  const chosen = await vscode.window.showQuickPick([run, draft], {
    title: 'Run this call?',
    ignoreFocusOut: true,
  });
  if (chosen === draft) await panel.insertText(text);
  if (chosen !== run) return;
  await panel.focus();
  panel.send(text);
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
