import { createSearch } from '../../../src/adapters/search/search';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { Search } from '../../../src/core/ports/search';
import findPath from '../../../src/core/tools/find-path';
import grep from '../../../src/core/tools/grep';
import { capabilitiesWith, textOf } from '../../unit/core/tools/run-tool';
import { installedRipgrep } from '../../unit/fakes/real-search';
import { openWorkspace, type GuardedWorkspace } from '../guarded-workspace';
import { common, counts, needle } from './tree.mjs';

export interface OurOptions {
  readonly tree: string;
  readonly task: 'find' | 'grep' | 'dense';
  /** ripgrep's file; by default the one of the harness. */
  readonly program?: string;
}

/** Globs that VS Code excludes by default. */
const excluded = [
  ...['**/.git', '**/.svn', '**/.hg', '**/.DS_Store', '**/Thumbs.db'],
  ...['**/node_modules', '**/bower_components', '**/*.code-search'],
];

/** Our tools as the pipeline runs them, over the real search and its guard. Called by child.mjs. */
export function openSubject(options: OurOptions) {
  const { task, tree } = options;
  const guarded = openWorkspace(tree);
  const search = openSearch(options, guarded);
  const capabilities = capabilitiesWith({ search, workspace: guarded.workspace });
  const tool = task === 'find' ? bindTool(findPath, capabilities) : bindTool(grep, capabilities);
  const pattern = { find: '**/*.json', grep: needle, dense: common }[task];
  return Promise.resolve({
    call: async () => {
      expectAnswer(await textOf(tool, { pattern }), task);
    },
    close: () => Promise.resolve(),
  });
}

function openSearch(
  { program = installedRipgrep() }: OurOptions,
  { workspace, guard }: GuardedWorkspace,
): Search {
  return createSearch({
    files: guard,
    workspace,
    excluded: () => excluded,
    unsaved: () => Promise.resolve([]),
    ripgrep: { path: () => program, environment: {} },
  });
}

function expectAnswer(text: string, task: OurOptions['task']): void {
  const lines = text.split('\n').length;
  const isRight = {
    find: text.includes(`[Only the first 200 of ${String(counts.json)} are listed.`),
    grep: lines === counts.needles,
    dense: text.includes('[Only the first 200 matches are shown'),
  }[task];
  if (!isRight) throw new Error(`The answer is wrong: ${text.slice(0, 200)}`);
}
