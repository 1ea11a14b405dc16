import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { errnoFailure, errnoOf } from '../../adapters/files/errno-failure';
import { neutralToastText } from '../approvals/present';
import { filterTemplate } from './filter-template';
import type { RunningFilters } from './start-filters';

/** Opens the person's file of rules; one that is not there is made, with an example of everything. */
export async function editFilters(
  filters: Pick<RunningFilters, 'userFile' | 'builtIn'>,
): Promise<void> {
  const file = filters.userFile();
  if (!file.ok) {
    await offerSetting(file.failure);
    return;
  }
  const problem = await makeFile(file.value, filterTemplate(filters.builtIn));
  if (problem !== undefined) {
    await offerSetting(`The file of output filters could not be made. ${problem}`);
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.file(file.value));
}

/** Why it could not be made; undefined when it is there. */
async function makeFile(file: string, text: string): Promise<string | undefined> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    return errnoOf(error) === 'EEXIST' ? undefined : errnoFailure(error, file).message;
  }
  return undefined;
}

async function offerSetting(problem: string): Promise<void> {
  const open = 'Open Settings';
  const text = neutralToastText(`Gatehouse: ${problem}`);
  const chosen = await vscode.window.showErrorMessage(text, open);
  if (chosen !== open) return;
  await vscode.commands.executeCommand('workbench.action.openSettings', 'gatehouse.filters.path');
}
