import { archivesAndCopies } from './archives-and-copies';
import { buildTools } from './build-tools';
import { checkersAndTests } from './checkers-and-tests';
import { containersAndCloud } from './containers-and-cloud';
import { denoAndBun } from './deno-and-bun';
import { fileReaders } from './file-readers';
import { findAndTextTools } from './find-and-text-tools';
import { git } from './git';
import { databaseDumps, interpreters } from './interpreters';
import { network } from './network';
import { packageRunners } from './package-runners';
import { byProgram, type ProgramTable } from './program-table';
import { systemAndEditors } from './system-and-editors';
import { unknownProgram } from './unknown-programs';

export const allPrograms: readonly ProgramTable[] = [
  git,
  ...archivesAndCopies,
  ...buildTools,
  ...checkersAndTests,
  ...containersAndCloud,
  ...denoAndBun,
  ...fileReaders,
  ...findAndTextTools,
  ...interpreters,
  ...databaseDumps,
  ...network,
  ...packageRunners,
  ...systemAndEditors,
];

const byName = byProgram(allPrograms);

/** The table of a program; `python3.12` and `clang-18` are found without their version. */
export function findTable(name: string): ProgramTable {
  const lower = name.toLowerCase();
  const plain = lower.replace(/(?:-?\d+(?:\.\d+)*)$/, '');
  const bare = lower.replace(/\.(?:exe|cmd|bat|ps1|sh|js|py)$/, '');
  return byName.get(lower) ?? byName.get(bare) ?? byName.get(plain) ?? unknownProgram;
}
