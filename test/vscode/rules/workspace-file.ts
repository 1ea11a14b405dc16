import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parts, root, until } from '../world';

/** Runs a body with these values in the real `.vscode/settings.json`, and restores the file. */
export async function withWorkspaceFile(
  values: Readonly<Record<string, unknown>>,
  isRead: () => boolean,
  body: () => Promise<void>,
): Promise<void> {
  const { settings } = await parts();
  const folder = path.join(await root(), '.vscode');
  const file = path.join(folder, 'settings.json');
  await mkdir(folder, { recursive: true });
  const before = await readFile(file, 'utf8').catch(() => undefined);
  try {
    await writeFile(file, JSON.stringify(values, null, 2));
    await until('VS Code has read the settings of the workspace', isRead);
    await body();
  } finally {
    if (before === undefined) await rm(file);
    else await writeFile(file, before);
    await until(
      'VS Code has forgotten the settings of the workspace',
      () => settings.workspaceRules().length === 0,
    );
  }
}
