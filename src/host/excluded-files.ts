import * as vscode from 'vscode';

/**
 * Globs of `files.exclude` and `search.exclude` that are switched on for a folder: what the person
 * does not see in the explorer, and does not find, tools do not find either. Conditions (`when`)
 * are about siblings and left out, as in VS Code's own search.
 */
export function excludedFiles(folder: string): readonly string[] {
  const uri = vscode.Uri.file(folder);
  return ['files', 'search'].flatMap((section) => {
    const globs = vscode.workspace.getConfiguration(section, uri).get<unknown>('exclude');
    if (typeof globs !== 'object' || globs === null) return [];
    return Object.entries(globs).flatMap(([glob, isOn]) => (isOn === true ? [glob] : []));
  });
}
