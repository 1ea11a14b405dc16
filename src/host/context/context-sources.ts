import * as path from 'node:path';
import { failure } from '../../core/contracts/failure';
import { fail, succeed } from '../../core/contracts/result';
import type { Files } from '../../core/ports/files';
import { findFiles, type FindFilesSources } from './find-files';
import { filePart, maxPartChars, problemsPart, selectionPart, terminalPart } from './parts';
import type { FoundProblem, SelectedText } from './parts';
import { readContextText } from './read-text';
import { rootName } from './root-name';
import type { TerminalOutput } from './terminal-output';
import type { ContextSources, FoundFile } from './types';

/** VS Code, as far as context comes from it. */
export interface Editor {
  activeSelection(): SelectedText | undefined;
  workspaceProblems(): readonly FoundProblem[];
  /** What editors hold of files that are open and not saved, by the paths they were opened by. */
  unsavedTexts(): readonly UnsavedText[];
  uriOf(file: string): string;
  pickFile(
    find: (query: string, signal: AbortSignal) => Promise<readonly FoundFile[]>,
  ): Promise<string | undefined>;
}

export interface UnsavedText {
  readonly file: string;
  readonly text: string;
}

export interface ContextSourcesDeps extends FindFilesSources {
  readonly files: Pick<Files, 'read' | 'resolve'>;
  readonly editor: Editor;
  readonly lastOutput: () => TerminalOutput | undefined;
}

/** What a person can add to a message. The guard of files holds for what they choose, too. */
export function createContextSources(deps: ContextSourcesDeps): ContextSources {
  const { files, editor, workspace } = deps;
  const find = (query: string, signal: AbortSignal) => findFiles(deps, query, signal);
  const nameOf = (file: string): string => {
    const roots = workspace.roots();
    // One may lie in another, as packages in their repository.
    const [root] = roots
      .filter((each) => file.startsWith(each + path.sep))
      .toSorted((a, b) => b.length - a.length);
    if (root === undefined) return file;
    const inside = path.relative(root, file);
    return roots.length > 1 ? path.join(rootName(root, roots), inside) : inside;
  };
  return {
    file: async (file, signal) => {
      const resolved = await files.resolve(file);
      if (!resolved.ok) return resolved;
      const { real } = resolved.value;
      const unsaved = await unsavedText(deps, real);
      if (unsaved !== undefined) {
        return succeed(filePart(nameOf(real), editor.uriOf(real), unsaved));
      }
      const read = await readContextText(files, real, Number.MAX_SAFE_INTEGER, signal);
      return read.ok ? succeed(filePart(nameOf(real), editor.uriOf(real), read.value.text)) : read;
    },
    selection: () => {
      const selected = editor.activeSelection();
      if (selected === undefined) return Promise.resolve(fail(noEditor));
      if (selected.text.length > maxPartChars) return Promise.resolve(fail(tooLong));
      return Promise.resolve(selectionPart(selected));
    },
    problems: () => Promise.resolve(problemsPart(editor.workspaceProblems())),
    terminal: () => Promise.resolve(terminalPart(deps.lastOutput())),
    pickFile: () => editor.pickFile(find),
    findFiles: find,
  };
}

/** A file may have been opened by a link that leads to it, as where the folder itself is one. */
async function unsavedText(
  { files, editor }: ContextSourcesDeps,
  real: string,
): Promise<string | undefined> {
  for (const { file, text } of editor.unsavedTexts()) {
    const place = file === real ? succeed({ real }) : await files.resolve(file);
    if (place.ok && place.value.real === real) return text;
  }
  return undefined;
}

const noEditor = failure('unavailable', 'Open a file and select some lines first.');

const tooLong = failure(
  'unavailable',
  'The selection is too long for a message. Select less, or add the file and let the agent read it.',
);
