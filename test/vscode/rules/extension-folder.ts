import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** A folder of the repository under test; the test bundles are elsewhere. */
export function repositoryFolder(name: string): string {
  const extension = vscode.extensions.getExtension('gatehouse.gatehouse');
  assert.ok(extension, 'the extension is installed');
  return path.join(extension.extensionPath, name);
}

/** The accepted JSON values of a folder of fixtures, by the names of their files. */
export function goldens(name: string): ReadonlyMap<string, unknown> {
  const folder = repositoryFolder(name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file): [string, unknown] => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
    ]),
  );
}
