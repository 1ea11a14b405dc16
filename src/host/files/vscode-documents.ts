import * as vscode from 'vscode';
import { isInside, type PathStyle } from '../../core/base/paths';
import type { FileText, TextEncoding } from '../../core/ports/files';
import type { Saves } from './auto-saves';
import { filesAt, located, type ShownFile } from './located-files';
import type { OpenDocument, OpenDocuments } from './open-documents';
import {
  configuredEncoding,
  decodeAs,
  decodeClosed,
  encodeAs,
  encodingOf,
} from './vscode-encodings';
import { openCustom, openNotebook, openTextDocument } from './vscode-document';

export interface VscodeDocumentsDeps {
  readonly style: () => PathStyle;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  readonly saves: Saves<vscode.TextDocument>;
  /** For the user-visible log. */
  readonly log: (line: string) => void;
}

/** The editors of this window of VS Code. */
export function createVscodeDocuments(deps: VscodeDocumentsDeps): OpenDocuments {
  const { style } = deps;
  const shownAt = (real: string, files = shownFiles(deps)) => filesAt(files, real, style());
  return {
    find: async (real) => {
      const [first] = await shownAt(real);
      return first?.open();
    },
    below: async (real) => {
      const placed = await located(shownFiles(deps));
      return placed
        .filter(({ real: at, entry }) => [at, entry].some((one) => isInside(real, one, style())))
        .map(({ real: at, file }) => ({ real: at, isDirty: file.isDirty }));
    },
    unsaved: async () => {
      const dirty = shownFiles(deps).filter(({ isDirty }) => isDirty);
      const placed = await located(dirty);
      return [...new Set(placed.map(({ real }) => real))].sort();
    },
    decode: async (bytes, real): Promise<FileText | undefined> => {
      const texts = shownFiles(deps).filter((file) => file.encoding !== undefined);
      const encoding = (await shownAt(real, texts))[0]?.encoding;
      return encoding === undefined
        ? decodeClosed(bytes, vscode.Uri.file(real))
        : decodeAs(bytes, encoding);
    },
    encode: encodeAs,
    encodingFor: async (real): Promise<TextEncoding> =>
      encodingOf(await configuredEncoding(vscode.Uri.file(real))),
    trash: async (real) => {
      try {
        await vscode.workspace.fs.delete(vscode.Uri.file(real), {
          recursive: true,
          useTrash: true,
        });
        return true;
      } catch (error) {
        // There is none on a remote machine and on some disks; the caller removes for good then.
        deps.log(`files: not moved to the trash: ${error instanceof Error ? error.name : 'error'}`);
        return false;
      }
    },
    rename: async (from, to, { overwrite }) => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(vscode.Uri.file(from), vscode.Uri.file(to), { overwrite });
      return vscode.workspace.applyEdit(edit);
    },
  };
}

/** A file with an editor; `open` makes what tools work with. */
interface DocumentFile extends ShownFile {
  readonly uri: vscode.Uri;
  /** VS Code's name of it; undefined for what is no text document. */
  readonly encoding: string | undefined;
  open(): OpenDocument;
}

function shownFiles({ show, saves }: VscodeDocumentsDeps): readonly DocumentFile[] {
  const texts = vscode.workspace.textDocuments.map((document) => ({
    uri: document.uri,
    path: document.uri.fsPath,
    isDirty: document.isDirty,
    encoding: document.encoding,
    open: () => openTextDocument(document, show, saves),
  }));
  const notebooks = vscode.workspace.notebookDocuments.map((notebook) => ({
    uri: notebook.uri,
    path: notebook.uri.fsPath,
    isDirty: notebook.isDirty,
    encoding: undefined,
    open: () => openNotebook(notebook, show),
  }));
  const known = [...texts, ...notebooks].filter(({ uri }) => uri.scheme === 'file');
  const names = new Set(known.map(({ uri }) => uri.toString()));
  return [...known, ...dirtyTabs(show).filter(({ uri }) => !names.has(uri.toString()))];
}

/**
 * Editors of other extensions, such as for images, and files too large for VS Code to hand them to
 * extensions: only their tabs tell.
 */
function dirtyTabs(show: (path: string) => string): readonly DocumentFile[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input, isDirty }) => {
      const uri = isDirty ? uriOf(input) : undefined;
      if (uri?.scheme !== 'file') return [];
      return [
        { uri, path: uri.fsPath, isDirty, encoding: undefined, open: () => openCustom(uri, show) },
      ];
    });
}

function uriOf(input: unknown): vscode.Uri | undefined {
  const isFile =
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook;
  return isFile ? input.uri : undefined;
}
