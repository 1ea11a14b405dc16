import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { errnoFailure } from '../files/errno-failure';
import { ignoreFileNames, type IgnoreText } from './ignore-files';
import { ruleLines } from './ignore-rules';
import type { IgnoreBase } from './search-engine';

/**
 * Runs with a file that holds the rules of the ignore files above the target: told to look there
 * itself, ripgrep would not stop at the base. Without such rules there is no file.
 */
export async function withIgnoreFile<T>(
  ignore: IgnoreBase | undefined,
  run: (file: string | undefined) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (ignore === undefined || ignore.above.length === 0) return run(undefined);
  const folder = await makeFolder(rulesFrom(ignore).join('\n'));
  if (!folder.ok) return folder;
  try {
    return await run(path.join(folder.value, fileName));
  } finally {
    await rm(folder.value, { recursive: true, force: true });
  }
}

const fileName = 'ignore';

async function makeFolder(rules: string): Promise<Result<string>> {
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-search-'));
    await writeFile(path.join(folder, fileName), rules, { mode: 0o600 });
    return succeed(folder);
  } catch (error) {
    return fail(errnoFailure(error, 'the folder for temporary files'));
  }
}

/** The rules as they read from the base: of two that match the later counts. */
export function rulesFrom({ folder, above }: IgnoreBase): readonly string[] {
  return ignoreFileNames.toReversed().flatMap((name) =>
    above
      .filter((text) => text.name === name)
      .flatMap((text) => {
        const place = path.relative(folder, text.folder).split(path.sep).join('/');
        return rebase(text, place === '' ? '' : `${escapeGlob(place)}/`);
      }),
  );
}

function rebase({ text }: IgnoreText, place: string): readonly string[] {
  return ruleLines(text).map((line) => {
    const keeps = line.startsWith('!');
    const pattern = keeps ? line.slice(1) : line;
    const isAnchored = pattern.slice(0, -1).includes('/');
    const body = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
    return `${keeps ? '!' : ''}/${place}${body}`;
  });
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}!#]/g, '\\$&');
}
