import * as path from 'node:path';
import { failure } from '../../core/contracts/failure';
import { fail, succeed } from '../../core/contracts/result';
import type { Files } from '../../core/ports/files';
import { findFilesByName, type FindFilesSources } from './find-files';
import { filePart, maxPartChars, problemsPart, selectionPart, terminalPart } from './parts';
import type { EditorProblem, SelectedText } from './parts';
import { readContextText } from './read-text';
import { rootName } from './root-name';
import type { UserTerminalOutput } from './terminal-output';
import type { ContextSources, FileMatch } from './types';

/** VS Code, as far as context comes from it. */
export interface EditorContext {
  activeSelection(): SelectedText | undefined;
  workspaceProblems(): readonly EditorProblem[];
  uriOf(file: string): string;
  pickFile(
    find: (query: string, signal: AbortSignal) => Promise<readonly FileMatch[]>,
  ): Promise<string | undefined>;
}

export interface ContextSourcesDeps extends FindFilesSources {
  /** As editors show them: what is not saved is what is added. */
  readonly files: Pick<Files, 'read'>;
  readonly editor: EditorContext;
  readonly lastOutput: () => UserTerminalOutput | undefined;
}

/** What a person can add to a message. The guard of files holds for what they choose, too. */
export function createContextSources(deps: ContextSourcesDeps): ContextSources {
  const { files, editor, workspace } = deps;
  const find = (query: string, signal: AbortSignal) => findFilesByName(deps, query, signal);
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
      const read = await readContextText(files, file, Number.MAX_SAFE_INTEGER, signal);
      if (!read.ok) return read;
      const { real, text } = read.value;
      return succeed(filePart(nameOf(real), editor.uriOf(real), text));
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

const noEditor = failure('unavailable', 'Open a file and select some lines first.');

const tooLong = failure(
  'unavailable',
  'The selection is too long for a message. Select less, or add the file and let the agent read it.',
);
