import * as vscode from 'vscode';
import { type ToolSpec, type ToolTrust, shortToolName } from '../../../core/contracts/tool-spec';
import type { Policy } from '../../../core/contracts/policy/policy';
import type { Result } from '../../../core/contracts/failure';
import { notifyFailure } from '../../window/notify';
import { effectTexts } from '../../window/effect-texts';
import { toolVerdict } from './tool-verdict';
import { t } from '../../window/language';

export interface ChooseToolsDeps {
  readonly tools: () => readonly ToolSpec[];
  readonly policy: () => Policy;
  readonly trustOf: (toolId: string) => ToolTrust;
  readonly isAllowed: (toolId: string) => boolean;
  readonly setAllowed: (toolId: string, isAllowed: boolean) => Promise<Result<void>>;
  /** False while `gatehouse.tools.enabled` is off. */
  readonly areOn: () => boolean;
}

/** Shows each tool with the decision on its calls; unchecked tools are disabled. */
export async function chooseTools(deps: ChooseToolsDeps): Promise<void> {
  const lines = deps.tools().map((spec) => ({
    label: shortToolName(spec.name),
    description: effectTexts()[spec.effect],
    detail: toolVerdict(spec, deps.policy(), deps.trustOf(spec.name)),
    picked: deps.isAllowed(spec.name),
    id: spec.name,
  }));
  const chosen = await vscode.window.showQuickPick(lines, {
    title: t('Tools'),
    placeHolder: deps.areOn()
      ? t('Selected tools may run; the others are denied and hidden from the model')
      : t('gatehouse.tools.enabled is off: no tool runs, whatever is selected'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  for (const line of lines.filter((each) => each.picked !== chosen.includes(each))) {
    const changed = await deps.setAllowed(line.id, !line.picked);
    if (changed.ok) continue;
    notifyFailure(changed.failure);
    return;
  }
}
