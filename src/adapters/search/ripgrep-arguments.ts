import path from 'node:path';
import {
  maxNamedBytes,
  maxWalkedBytes,
  type FindJob,
  type GrepJob,
  type SearchJob,
} from './search-engine';

/**
 * `--no-config`: a configuration file could run a preprocessor. Hidden files are files like others,
 * but the repository's own folder is not. Only ignore files of the tree count, not the person's.
 */
const common = [
  '--no-config',
  '--no-messages',
  '--hidden',
  '--glob=!.git',
  '--no-ignore-global',
  '--no-ignore-exclude',
];

export function grepArguments(job: GrepJob): string[] {
  const maxBytes = job.targetIsFile ? maxNamedBytes : maxWalkedBytes;
  return [
    ...common,
    ...ignoreArguments(job),
    '--json',
    '--crlf',
    `--max-filesize=${String(maxBytes)}`,
    `--max-count=${String(job.maxPerFile)}`,
    job.caseSensitive ? '--case-sensitive' : '--ignore-case',
    `--regexp=${job.pattern}`,
    '--',
    job.target,
  ];
}

/** Without `--glob`: a glob that includes would bring back what ignore files leave out. */
export function findArguments(job: FindJob): string[] {
  return [...common, ...ignoreArguments(job), '--files', '--null', '--', job.target];
}

function ignoreArguments({ ignore, target }: SearchJob): string[] {
  if (ignore.isRepository) return [];
  const own = ['--no-require-git', '--no-ignore-parent'];
  // Its patterns are read relative to the working directory, which is this folder.
  const file = path.join(ignore.folder, '.gitignore');
  return target === ignore.folder ? own : [...own, `--ignore-file=${file}`];
}
