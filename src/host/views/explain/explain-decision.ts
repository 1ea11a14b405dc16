import * as vscode from 'vscode';
import { notify } from '../../window/notify';
import type { Explanation } from '../../../core/contracts/calls/decision';
import type { ToolSpec } from '../../../core/contracts/tool-spec';
import type { PastCall } from '../../panel/transcript/past-calls';
import type { ShowReport } from '../report/report-view';
import { askArguments, pickTool } from '../tools/run-tool';
import { needsOnlyCommand } from '../tools/tool-call-text';
import { callItems } from './call-items';
import { explainPage, type ExplainedCall } from './explain-page';
import { t } from '../../window/language';

export interface ExplainDeps {
  readonly calls: () => readonly PastCall[];
  /** Every tool, including those hidden from the model. */
  readonly tools: () => readonly ToolSpec[];
  /** The decision on a hypothetical call in the active chat; runs nothing. */
  readonly explain: (call: ExplainedCall) => Promise<Explanation>;
  readonly showReport: ShowReport;
}

export async function explainDecision(deps: ExplainDeps): Promise<void> {
  const past = deps.calls();
  const chosen = past.length === 0 ? 'new' : await pickCall(past);
  if (chosen === undefined) return;
  if (chosen !== 'new') {
    await explainPast(deps, chosen);
    return;
  }
  const call = await askCall(deps.tools());
  if (call !== undefined) await show(deps, call);
}

export async function explainPast(deps: ExplainDeps, past: PastCall | undefined): Promise<void> {
  if (past !== undefined) await show(deps, past, past);
  else notify(t('this call is no longer available.'));
}

async function show(deps: ExplainDeps, call: ExplainedCall, past?: PastCall): Promise<void> {
  const now = await deps.explain(call);
  deps.showReport(explainPage({ call, now, ...(past && { past }) }));
}

async function pickCall(past: readonly PastCall[]): Promise<PastCall | 'new' | undefined> {
  const separator = vscode.QuickPickItemKind.Separator;
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: t('$(edit) A tool and arguments…'),
        description: t('shows what would be decided; nothing is run'),
        call: 'new' as const,
      },
      { label: t('Calls of this chat, newest first'), kind: separator, call: undefined },
      ...callItems(past),
    ],
    {
      title: t('Explain a decision'),
      placeHolder: t('Choose a call to see why it ran, asked or was denied'),
      matchOnDescription: true,
    },
  );
  return picked?.call;
}

async function askCall(tools: readonly ToolSpec[]): Promise<ExplainedCall | undefined> {
  const hint = t('Nothing is run; Gatehouse shows what it would decide');
  const spec = await pickTool(tools, { title: t('Choose the tool of the call to explain'), hint });
  if (spec === undefined) return undefined;
  const argsJson = await (needsOnlyCommand(spec) ? askCommand() : askArguments(spec));
  return argsJson === undefined ? undefined : { tool: spec.name, argsJson, origin: 'model' };
}

async function askCommand(): Promise<string | undefined> {
  const command = await vscode.window.showInputBox({
    title: t('Command to explain'),
    prompt: t('It is not run.'),
    placeHolder: 'npm test',
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? t('Type a command.') : undefined),
  });
  return command === undefined ? undefined : JSON.stringify({ command });
}
