import { t } from '../../window/language';
import * as vscode from 'vscode';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import { shownLine } from '../transcript/display-text';
import { existingFiles, namedFile } from './named-files';

export interface FileRequestDeps {
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
  readonly answer: (found: readonly string[]) => void;
  readonly notify: (message: string) => void;
}

const maxShownName = 200;

/** Files that answers and outputs name. */
export function fileRequests({ folders, answer, notify }: FileRequestDeps) {
  return {
    findFiles: async ({ names }) => answer(await existingFiles(names, folders())),
    openFile: async ({ name, line = 1, column = 1 }) => {
      const file = await namedFile(name, folders());
      if (file === undefined) {
        const shown = shownLine(name, maxShownName);
        notify(t('{0} no longer exists or is outside the open folders.', shown));
        return;
      }
      const at = new vscode.Position(line - 1, column - 1);
      // Also opens what is no text.
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file), {
        selection: new vscode.Range(at, at),
        preview: true,
      });
    },
  } satisfies Partial<PanelHandlers>;
}
