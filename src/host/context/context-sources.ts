import * as path from 'node:path';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Files } from '../../core/ports/files';
import {
  filePart,
  maxPartChars,
  problemsPart,
  selectionPart,
  terminalPart,
  type EditorProblem,
  type SelectedText,
  type ContextSources,
  type FileMatch,
} from './context-parts';
import { readContextText } from './bounded-text';
import { nameInWorkspace, rootName } from '../workspace/names';
import type { UserTerminalOutput } from './terminal-output';
import type { Search } from '../../core/ports/search';
import type { Workspace } from '../../core/ports/workspace';
import { t } from '../window/language';
import { resourcePart } from './server-offers';
import type { OfferingServers } from '../mcp/server';

/** The parts of VS Code that supply context. */
export interface EditorContext {
  activeSelection(): SelectedText | undefined;
  workspaceProblems(): readonly EditorProblem[];
  uriOf(file: string): string;
  pickFile(
    find: (query: string, signal: AbortSignal) => Promise<Result<readonly FileMatch[]>>,
  ): Promise<string | undefined>;
}

export interface ContextSourcesDeps extends FindFilesSources {
  /** As editors show them, with unsaved changes. */
  readonly files: Pick<Files, 'read'>;
  readonly editor: EditorContext;
  readonly lastOutput: () => UserTerminalOutput | undefined;
  readonly servers: OfferingServers;
}

/** Everything the user can add to a message. The file guard applies to these choices too. */
export function createContextSources(deps: ContextSourcesDeps): ContextSources {
  const { files, editor, workspace } = deps;
  const find = (query: string, signal: AbortSignal) => findFilesByName(deps, query, signal);
  return {
    file: async (file, signal) => {
      const read = await readContextText(files, file, Number.MAX_SAFE_INTEGER, signal);
      if (!read.ok) return read;
      const { real, text } = read.value;
      return succeed(
        filePart(nameInWorkspace(real, workspace.roots()), editor.uriOf(real), text, real),
      );
    },
    selection: () => {
      const selected = editor.activeSelection();
      if (selected === undefined) return Promise.resolve(fail(noEditor()));
      if (selected.text.length > maxPartChars) return Promise.resolve(fail(tooLong()));
      return Promise.resolve(selectionPart(selected));
    },
    problems: () => Promise.resolve(problemsPart(editor.workspaceProblems())),
    resource: (path) => Promise.resolve(resourcePart(path, deps.servers)),
    terminal: () => Promise.resolve(terminalPart(deps.lastOutput())),
    pickFile: () => editor.pickFile(find),
    findFiles: find,
    servers: deps.servers,
  };
}

const noEditor = () => failure('unavailable', t('Open a file and select some lines first.'));

const tooLong = () =>
  failure(
    'unavailable',
    t(
      'The selection is too long for a message. Select less, or add the file and let the agent read it.',
    ),
  );

const maxShown = 20;
const maxLooked = 2_000;

interface FindFilesSources {
  readonly search: Pick<Search, 'find'>;
  readonly workspace: Pick<Workspace, 'roots'>;
}

/**
 * Files whose path contains the typed text, in any case: those whose name begins with it first,
 * then those whose name contains it, then by the length of the path. Fails only if no folder can be
 * searched.
 */
async function findFilesByName(
  { search, workspace }: FindFilesSources,
  query: string,
  signal: AbortSignal,
): Promise<Result<readonly FileMatch[]>> {
  const typed = query.trim().toLowerCase();
  const pattern = globOf(typed);
  const roots = workspace.roots();
  const found = await Promise.all(
    roots.map(async (root) => {
      const request = { pattern, path: root, includeIgnored: false, maxResults: maxLooked };
      const result = await search.find({ ...request, signal });
      return result.ok
        ? succeed(result.value.paths.map((file) => shown(file, root, roots)))
        : result;
    }),
  );
  const [first] = found;
  if (first?.ok === false && !found.some(({ ok }) => ok)) return first;
  const matches = found
    .flatMap((result) => (result.ok ? result.value : []))
    .filter((file) => segmentsOf(typed).every((part) => nameOf(file).includes(part)))
    .toSorted((a, b) => rank(a, typed) - rank(b, typed) || a.path.length - b.path.length);
  return succeed(matches.slice(0, maxShown));
}

/** Any case, on every file system: `ca/t` becomes `**\/*[cC][aA]*\/*[tT]*`. */
function globOf(typed: string): string {
  const parts = segmentsOf(typed).map((segment) => `*${segment.replaceAll(/[^]/gu, charGlob)}*`);
  return `**/${parts.length === 0 ? '*' : parts.join('/')}`;
}

function segmentsOf(typed: string): readonly string[] {
  return typed.split(/[\\/]/).filter((segment) => segment !== '');
}

function nameOf({ label, detail }: FileMatch): string {
  return path.join(detail, label).toLowerCase();
}

/** Glob characters become `?`; the names are compared afterwards. */
function charGlob(char: string): string {
  const upper = char.toUpperCase();
  if (upper !== char && upper.length === 1) return `[${char}${upper}]`;
  return /[\w.\- ]/.test(char) ? char : '?';
}

function rank({ label }: FileMatch, typed: string): number {
  const name = label.toLowerCase();
  const last = typed.split(/[\\/]/).at(-1) ?? '';
  return name.startsWith(last) ? 0 : name.includes(last) ? 1 : 2;
}

function shown(file: string, root: string, roots: readonly string[]): FileMatch {
  const folder = path.dirname(path.relative(root, file));
  const inside = folder === '.' ? '' : folder;
  const detail = roots.length > 1 ? path.join(rootName(root, roots), inside) : inside;
  return { path: file, label: path.basename(file), detail };
}
