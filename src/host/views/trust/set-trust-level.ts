import * as vscode from 'vscode';
import { toolSourceOf, type TrustLevel } from '../../../core/contracts/tool-spec';
import type { SetLevel, TrustTarget } from '../../policy/trust-levels';
import { neutralPickText, neutralToastText } from '../../window/neutral-text';
import { notify } from '../../window/notify';
import { targetName, trustItems, type TrustItem } from './trust-items';

/** The chat to change: the active one at the time of the question. */
export interface TrustedChat {
  readonly title: string;
  readonly sources: readonly SetLevel[];
  /** Each tool's own level in it, sorted by id. */
  readonly tools: readonly SetLevel[];
  /** Opens the chat's session if need be. Resolves when the level is stored. */
  readonly set: (target: TrustTarget, level: TrustLevel) => Promise<void>;
}

/** Lets the user set the trust level of a source of tools, or of one tool (decisions 40, 57). */
export async function setTrustLevel(chat: TrustedChat): Promise<void> {
  const oneTool = { label: 'One tool…', detail: 'Limit a single tool more than its source.' };
  const picked = await vscode.window.showQuickPick([...trustItems(chat.sources), oneTool], {
    title: neutralToastText(`Trust level in the chat "${chat.title}"`),
    placeHolder: 'How far do you trust these tools? The level stays with the chat.',
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const item = 'target' in picked ? picked : await pickForTool(chat);
  if (item === undefined) return;
  const { target, level } = item;
  await chat.set(target, level);
  const verb = chat.tools.some((tool) => tool.target === target) ? 'is' : 'are';
  notify(`${targetName(target)} ${verb} ${level} in the chat "${chat.title}".`);
}

async function pickForTool({ title, tools }: TrustedChat): Promise<TrustItem | undefined> {
  const lines = tools.map((now) => ({
    label: neutralPickText(targetName(now.target)),
    description: now.level === 'trusted' ? '' : now.level,
    detail: neutralPickText(targetName(toolSourceOf(now.target))),
    now,
  }));
  const tool = await vscode.window.showQuickPick(lines, {
    title: neutralToastText(`Trust level of one tool in the chat "${title}"`),
    placeHolder: 'Which tool? The stricter level holds: its own or that of its source.',
  });
  if (tool === undefined) return undefined;
  return vscode.window.showQuickPick(trustItems([tool.now]), {
    title: neutralToastText(`Trust level of ${targetName(tool.now.target)} in "${title}"`),
    placeHolder: 'How far do you trust this tool?',
  });
}
