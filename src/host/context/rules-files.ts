import { createHash } from 'node:crypto';
import * as path from 'node:path';
import type { Files } from '../../core/ports/files';
import type { Search } from '../../core/ports/search';
import type { Workspace, RulesFile } from '../../core/ports/workspace';
import { readContextText } from './bounded-text';
import { rootName } from '../workspace/names';
import { t, shownFailure } from '../window/language';

export interface RulesSources {
  readonly files: Pick<Files, 'read' | 'resolve'>;
  readonly search: Pick<Search, 'find'>;
  readonly workspace: Pick<Workspace, 'roots'>;
}

export interface WorkspaceRules {
  readonly rules: readonly RulesFile[];
  readonly problems: readonly string[];
}

/** The reading order when a folder has both. */
const names = ['AGENTS.md', 'CLAUDE.md'] as const;
const ofCopilot = '.github/copilot-instructions.md';
/** Limits for text that is in every request. */
const maxFileChars = 32_000;
const maxAllChars = 64_000;
const maxNested = 30;

interface Candidate {
  readonly file: string;
  readonly root: string;
  /** Folder to which the file applies. */
  readonly folder: string;
}

/**
 * The rules files of each workspace folder, outermost first. A text that two of them share, as
 * where CLAUDE.md links to AGENTS.md, is included once. Omissions are reported.
 */
export async function readRulesFiles(
  sources: RulesSources,
  signal: AbortSignal,
): Promise<WorkspaceRules> {
  const roots = sources.workspace.roots();
  const found = await Promise.all(roots.map((root) => candidatesIn(root, sources, signal)));
  const problems = found.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const rules: RulesFile[] = [];
  const texts = new Set<string>();
  let chars = 0;
  for (const { file, root, folder } of found.flatMap(({ candidates }) => candidates)) {
    const shown = nameOf(file, root, roots);
    const read = await readContextText(sources.files, file, maxFileChars, signal);
    if (!read.ok) {
      problems.push(t('The rules file {0} is not used: {1}', shown, shownFailure(read.failure)));
      continue;
    }
    const { text, cutChars } = read.value;
    if (text.trim() === '' || texts.has(text)) continue;
    if (chars + text.length > maxAllChars) {
      problems.push(t('The rules file {0} is not used: there are too many rules already.', shown));
      continue;
    }
    if (cutChars > 0) {
      problems.push(
        t('The rules file {0} is too long: its last {1} characters are left out.', shown, cutChars),
      );
    }
    texts.add(text);
    chars += text.length;
    const version = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    rules.push({ path: shown, scope: nameOf(folder, root, roots), text, version });
  }
  return { rules, problems };
}

async function candidatesIn(
  root: string,
  { files, search }: RulesSources,
  signal: AbortSignal,
): Promise<{ readonly candidates: readonly Candidate[]; readonly problem?: string }> {
  const outermost = (
    await Promise.all([...names, ofCopilot].map((name) => fileIn(root, name, files)))
  ).flatMap((file) => (file === undefined ? [] : [{ file, root, folder: root }]));
  const nested = await search.find({
    pattern: `**/{${names.join(',')}}`,
    path: root,
    includeIgnored: false,
    maxResults: maxNested,
    signal,
  });
  if (!nested.ok) {
    const problem = t(
      'Rules files below {0} could not be searched for: {1}',
      root,
      shownFailure(nested.failure),
    );
    return signal.aborted ? { candidates: outermost } : { candidates: outermost, problem };
  }
  const inside = nested.value.paths
    .map((file) => ({ file, root, folder: path.dirname(file) }))
    .filter(({ folder }) => folder !== root)
    .toSorted(byDepth);
  const candidates = [...outermost, ...inside];
  if (!nested.value.truncated) return { candidates };
  const problem = t(
    '{0} has more than {1} rules files; the rest are not used.',
    path.basename(root),
    maxNested,
  );
  return { candidates, problem };
}

/**
 * Undefined when the file does not exist; a file that may not be read is reported when it exists.
 */
async function fileIn(
  root: string,
  name: string,
  files: Pick<Files, 'resolve'>,
): Promise<string | undefined> {
  const file = path.join(root, name);
  const place = await files.resolve(file);
  return place.ok && !place.value.exists ? undefined : file;
}

function byDepth(a: Candidate, b: Candidate): number {
  return depth(a.file) - depth(b.file) || (a.file < b.file ? -1 : 1);
}

function depth(file: string): number {
  return file.split(path.sep).length;
}

/** Relative to the root with `/`; `.` is the root itself. */
function nameOf(file: string, root: string, roots: readonly string[]): string {
  const inside = path.relative(root, file).split(path.sep).join('/');
  if (roots.length === 1) return inside === '' ? '.' : inside;
  const folder = rootName(root, roots);
  return inside === '' ? folder : `${folder}/${inside}`;
}
