import * as vscode from 'vscode';
import type { ToolSourceName, TrustLevel } from '../../../core/contracts/tool-spec';
import { sourceName, trustItems, type SourceTrust } from './trust-items';
import { neutralToastText } from '../../window/neutral-text';

/** The chat to change: the active one at the time of the question. */
export interface TrustedChat {
  readonly title: string;
  /** The trust level of each source in it. */
  readonly now: readonly SourceTrust[];
  /** Opens the chat's session if need be. */
  readonly set: (source: ToolSourceName, level: TrustLevel) => Promise<void>;
}

/** Lets the user set the trust level of a tool source in a chat (decision 40). */
export async function setTrustLevel({ title, now, set }: TrustedChat): Promise<void> {
  const picked = await vscode.window.showQuickPick(trustItems(now), {
    title: neutralToastText(`Trust level in the chat "${title}"`),
    placeHolder: 'How far do you trust these tools? The level applies until the chat ends.',
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const { source, level } = picked;
  await set(source, level);
  void vscode.window.showInformationMessage(
    neutralToastText(`Gatehouse: ${sourceName(source)} are ${level} in the chat "${title}".`),
  );
}
