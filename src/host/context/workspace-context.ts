import * as path from 'node:path';
import type {
  RulesFile,
  Workspace,
  WorkspaceContext,
  WorkspaceFacts,
} from '../../core/ports/workspace';
import { readRulesFiles, type RulesSources } from './rules-files';
import { escapeControlInline } from '../../core/base/escape-control';
import type { Files } from '../../core/ports/files';
import { rootName } from '../workspace/names';

export interface WorkspaceContextDeps
  extends Omit<RulesSources, 'files'>, Omit<FactSources, 'files'> {
  readonly files: RulesSources['files'] & FactSources['files'];
  readonly workspace: Pick<Workspace, 'roots' | 'isTrusted'>;
  /** Setting `gatehouse.agent.rulesFiles`. */
  readonly readsRules: () => boolean;
  /** The versions of the rules files that the last chat has read, by path; undefined before. */
  readonly seenRules: {
    get(): Readonly<Record<string, string>> | undefined;
    set(versions: Readonly<Record<string, string>>): void;
  };
}

const nothing = { rules: [], problems: [] };

/**
 * The agent's description of the workspace. Nothing in an untrusted one is read as an instruction,
 * not even its file names (decision untrusted-workspace).
 */
export function createWorkspaceContext(deps: WorkspaceContextDeps): WorkspaceContext {
  return {
    read: async (signal) => {
      if (!deps.workspace.isTrusted()) return { lines: [], ...nothing };
      const [lines, found] = await Promise.all([
        readFacts(deps, signal),
        deps.readsRules() ? readRulesFiles(deps, signal) : nothing,
      ]);
      if (!deps.readsRules() || signal.aborted) return { lines, ...found };
      return { lines, ...found, ...rulesWithNews(found.rules, deps.seenRules) };
    },
  };
}

function rulesWithNews(
  rules: readonly RulesFile[],
  seen: WorkspaceContextDeps['seenRules'],
): Pick<WorkspaceFacts, 'rules' | 'goneRules'> {
  const before = seen.get();
  const versions = Object.fromEntries(rules.map(({ path: file, version }) => [file, version]));
  if (JSON.stringify(versions) !== JSON.stringify(before)) seen.set(versions);
  const goneRules = Object.keys(before ?? {}).filter((file) => versions[file] === undefined);
  const news = rules.map((file): RulesFile => {
    const known = before?.[file.path];
    if (before === undefined || known === file.version) return file;
    return { ...file, since: known === undefined ? 'added' : 'changed' };
  });
  return { rules: news, ...(goneRules.length > 0 && { goneRules }) };
}

interface FactSources {
  readonly files: Pick<Files, 'read' | 'list'>;
  readonly workspace: Pick<Workspace, 'roots'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const maxEntries = 60;
const maxHeadBytes = 4096;

/**
 * Orientation for a newcomer: the day, the branch, the contents of the folders. Each line seldom
 * changes, so that the provider's prefix cache holds.
 */
async function readFacts(
  { files, workspace, now }: FactSources,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const roots = workspace.roots();
  const ofRoots = await Promise.all(roots.map((root) => factsOf(root, roots, files, signal)));
  return [`Date: ${new Date(now()).toISOString().slice(0, 10)}`, ...ofRoots.flat()];
}

async function factsOf(
  root: string,
  roots: readonly string[],
  files: FactSources['files'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const of = roots.length > 1 ? ` of ${escapeControlInline(rootName(root, roots))}` : '';
  const [branch, listed] = await Promise.all([
    branchOf(root, files, signal),
    files.list(root, { maxEntries, signal }),
  ]);
  const { entries, total } = listed.ok ? listed.value : { entries: [], total: 0 };
  const more = total - entries.length;
  const shown = entries
    .map(({ name, kind }) => escapeControlInline(kind === 'dir' ? `${name}/` : name))
    .join(' ');
  return [
    ...(branch === undefined ? [] : [`Git branch${of}: ${branch}`]),
    ...(shown === ''
      ? []
      : [`Top level${of}: ${shown}${more > 0 ? ` and ${String(more)} more` : ''}`]),
  ];
}

/** From `.git/HEAD`; undefined without a repository, in a worktree and off every branch. */
async function branchOf(
  root: string,
  files: Pick<Files, 'read'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const head = await files.read(path.join(root, '.git', 'HEAD'), {
    maxBytes: maxHeadBytes,
    signal,
  });
  if (!head.ok) return undefined;
  const text = new TextDecoder().decode(head.value.bytes).trim();
  const name = /^ref: refs\/heads\/(\S+)$/.exec(text)?.[1];
  return name === undefined ? undefined : escapeControlInline(name);
}
