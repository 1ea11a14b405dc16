import * as vscode from 'vscode';
import type { ToolSource, TrustLevel } from '../../../core/contracts/tool-spec';
import { sourceName, trustItems, type SourceTrust } from './trust-items';
import { neutralToastText } from '../../window/neutral-text';

/** The chat whose trust is set: the one that was active when the person was asked. */
export interface TrustedChat {
  readonly title: string;
  /** How far each source is trusted in it. */
  readonly now: readonly SourceTrust[];
  /** Opens the chat's session if need be. */
  readonly set: (source: ToolSource, level: TrustLevel) => Promise<void>;
}

/** Lets the person say how far the tools of a source are trusted in a chat (decision 40). */
export async function setTrustLevel({ title, now, set }: TrustedChat): Promise<void> {
  const picked = await vscode.window.showQuickPick(trustItems(now), {
    title: neutralToastText(`Trust level in the chat "${title}"`),
    placeHolder: 'How far do you trust these tools? It holds until the chat ends.',
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const { source, level } = picked;
  await set(source, level);
  void vscode.window.showInformationMessage(
    neutralToastText(`Gatehouse: ${sourceName(source)} are ${level} in the chat "${title}".`),
  );
}
