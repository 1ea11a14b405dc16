import * as vscode from 'vscode';
import { toolSourceOf, type TrustLevel } from '../../../core/contracts/tool-spec';
import type { SetLevel, TrustTarget } from '../../policy/trust-levels';
import { neutralPickText, neutralToastText } from '../../window/neutral-text';
import { notify } from '../../window/notify';
import { targetName, trustItems, type TrustItem } from './trust-items';
import { t } from '../../window/language';

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
  const oneTool = { label: t('One tool…'), detail: t('Limit a single tool more than its source.') };
  const picked = await vscode.window.showQuickPick([...trustItems(chat.sources), oneTool], {
    title: neutralToastText(t('Trust level in the chat "{0}"', chat.title)),
    placeHolder: t('How far do you trust these tools? The level stays with the chat.'),
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const item = 'target' in picked ? picked : await pickForTool(chat);
  if (item === undefined) return;
  const { target, level } = item;
  await chat.set(target, level);
  const name = targetName(target);
  notify(
    chat.tools.some((tool) => tool.target === target)
      ? t('{0} is {1} in the chat "{2}".', name, level, chat.title)
      : t('{0} are {1} in the chat "{2}".', name, level, chat.title),
  );
}

async function pickForTool({ title, tools }: TrustedChat): Promise<TrustItem | undefined> {
  const lines = tools.map((now) => ({
    label: neutralPickText(targetName(now.target)),
    description: now.level === 'trusted' ? '' : now.level,
    detail: neutralPickText(targetName(toolSourceOf(now.target))),
    now,
  }));
  const tool = await vscode.window.showQuickPick(lines, {
    title: neutralToastText(t('Trust level of one tool in the chat "{0}"', title)),
    placeHolder: t('Which tool? The stricter level holds: its own or that of its source.'),
  });
  if (tool === undefined) return undefined;
  return vscode.window.showQuickPick(trustItems([tool.now]), {
    title: neutralToastText(t('Trust level of {0} in "{1}"', targetName(tool.now.target), title)),
    placeHolder: t('How far do you trust this tool?'),
  });
}
