import * as vscode from 'vscode';
import { neutralPickText } from '../../approvals/present';
import type { HttpProvider } from '../../../core/contracts/http-provider';
import { providerNames } from '../../models/providers';

export interface ProviderLine {
  readonly provider: HttpProvider;
  readonly description: string;
}

/** Asks which provider is meant; undefined when the person backs out. */
export async function chooseProvider(
  title: string,
  lines: readonly ProviderLine[],
): Promise<HttpProvider | undefined> {
  const picked = await vscode.window.showQuickPick(
    lines.map(({ provider, description }) => ({
      label: providerNames[provider],
      description: neutralPickText(description),
      provider,
    })),
    { title, placeHolder: 'Of which provider?' },
  );
  return picked?.provider;
}
