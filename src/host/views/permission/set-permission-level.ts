import * as vscode from 'vscode';
import type { PermissionLevel } from '../../../core/contracts/permission-level';
import { t } from '../../window/language';
import { neutralToastText } from '../../window/neutral-text';
import { permissionItems } from './permission-texts';

/** The chat to change: the active one at the time of the question. */
export interface PermittedChat {
  readonly title: string;
  readonly level: PermissionLevel;
  /** Opens the chat's session if need be. Resolves when the level is stored. */
  readonly set: (level: PermissionLevel) => Promise<void>;
}

/** Lets the user choose what asks in a chat (decision 58); panel and status bar show it. */
export async function setPermissionLevel(chat: PermittedChat): Promise<void> {
  const picked = await vscode.window.showQuickPick(permissionItems(chat.level), {
    title: neutralToastText(t('Permission level in the chat "{0}"', chat.title)),
    placeHolder: t('What asks before it runs? The level stays with the chat.'),
    matchOnDetail: true,
  });
  if (picked !== undefined) await chat.set(picked.level);
}
