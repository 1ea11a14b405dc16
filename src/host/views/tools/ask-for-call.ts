import * as vscode from 'vscode';
import type { ToolSpec } from '../../../core/contracts/tool-spec';
import { neutralPickText } from '../../approvals/present';
import { shortToolName } from '../../policy/tool-names';
import { argsProblem, argsTemplate } from './tool-call-text';

/** Lets the person choose a tool. */
export async function pickTool(
  specs: readonly ToolSpec[],
  { title, hint }: { readonly title: string; readonly hint: string },
): Promise<ToolSpec | undefined> {
  const lines = specs.map((spec) => ({
    label: shortToolName(spec.name),
    description: spec.effect.replaceAll('_', ' '),
    detail: neutralPickText(firstSentence(spec.description)),
    spec,
  }));
  const picked = await vscode.window.showQuickPick(lines, {
    title,
    placeHolder: hint,
    matchOnDetail: true,
  });
  return picked?.spec;
}

/** Asks for the arguments of a tool; answers JSON text of one object. */
export async function askArguments(spec: ToolSpec): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: `Arguments of ${shortToolName(spec.name)}`,
    prompt: 'One JSON object',
    value: argsTemplate(spec),
    ignoreFocusOut: true,
    validateInput: argsProblem,
  });
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
