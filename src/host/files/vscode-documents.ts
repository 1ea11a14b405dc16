import path from 'node:path';
import * as vscode from 'vscode';
import { canonicalPath } from '../../adapters/files/canonical-path';
import { isInside, type PathStyle } from '../../core/base/paths';
import type { FileText, TextEncoding } from '../../core/ports/files';
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
  /** For the user-visible log. */
  readonly log: (line: string) => void;
}

/** The editors of this window of VS Code. */
export function createVscodeDocuments(deps: VscodeDocumentsDeps): OpenDocuments {
  const { show, style } = deps;
  const shownAt = async (real: string): Promise<readonly LocatedFile[]> => {
    const placed = await Promise.all(shownFiles(show).map(locateFile));
    return placed.filter((file) => isSamePath(file.real, real, style()));
  };
  return {
    find: async (real) => {
      const [first] = byUnsaved(await shownAt(real));
      return first?.file.open();
    },
    below: async (real) => {
      const placed = await Promise.all(shownFiles(show).map(locateFile));
      return placed
        .filter(({ real: at, entry }) => [at, entry].some((one) => isInside(real, one, style())))
        .map(({ real: at, file }) => ({ real: at, isDirty: file.isDirty }));
    },
    unsaved: async () => {
      const dirty = shownFiles(show).filter(({ isDirty }) => isDirty);
      const placed = await Promise.all(dirty.map(locateFile));
      return [...new Set(placed.map(({ real }) => real))].sort();
    },
    decode: async (bytes, real): Promise<FileText | undefined> => {
      const opened = byUnsaved(await shownAt(real)).find(({ file }) => file.encoding !== undefined);
      const encoding = opened?.file.encoding;
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
    rename: async (from, to) => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(vscode.Uri.file(from), vscode.Uri.file(to), { overwrite: true });
      return vscode.workspace.applyEdit(edit);
    },
  };
}

/** A file with an editor; `open` makes what tools work with. */
interface ShownFile {
  readonly uri: vscode.Uri;
  readonly isDirty: boolean;
  /** VS Code's name of it; undefined for what is no text document. */
  readonly encoding: string | undefined;
  open(): OpenDocument;
}

interface LocatedFile {
  readonly file: ShownFile;
  /** Real path of the file. */
  readonly real: string;
  /** Path by which it was opened: a different one when that is a link. */
  readonly entry: string;
}

function shownFiles(show: (path: string) => string): readonly ShownFile[] {
  const texts = vscode.workspace.textDocuments.map((document) => ({
    uri: document.uri,
    isDirty: document.isDirty,
    encoding: document.encoding,
    open: () => openTextDocument(document, show),
  }));
  const notebooks = vscode.workspace.notebookDocuments.map((notebook) => ({
    uri: notebook.uri,
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
function dirtyTabs(show: (path: string) => string): readonly ShownFile[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input, isDirty }) => {
      const uri = isDirty ? uriOf(input) : undefined;
      if (uri?.scheme !== 'file') return [];
      return [{ uri, isDirty, encoding: undefined, open: () => openCustom(uri, show) }];
    });
}

function uriOf(input: unknown): vscode.Uri | undefined {
  const isFile =
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook;
  return isFile ? input.uri : undefined;
}

async function locateFile(file: ShownFile): Promise<LocatedFile> {
  const opened = file.uri.fsPath;
  const [real, folder] = await Promise.all([
    realOr(opened, opened),
    realOr(path.dirname(opened), path.dirname(opened)),
  ]);
  return { file, real, entry: path.join(folder, path.basename(opened)) };
}

async function realOr(file: string, fallback: string): Promise<string> {
  try {
    return (await canonicalPath(file)).real;
  } catch {
    // What cannot be followed is known by its name alone.
    return fallback;
  }
}

function byUnsaved(placed: readonly LocatedFile[]): readonly LocatedFile[] {
  return [...placed].sort((a, b) => Number(b.file.isDirty) - Number(a.file.isDirty));
}

function isSamePath(a: string, b: string, style: PathStyle): boolean {
  const plain = (text: string): string => {
    const normal = text.normalize();
    return style.caseSensitive ? normal : normal.toLowerCase();
  };
  return plain(a) === plain(b);
}
