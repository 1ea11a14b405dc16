/** Where context comes from: a bundle of its own, loaded with the first message or chip. */
import * as vscode from 'vscode';
import { createContextSources, type ContextSourcesDeps } from './context-sources';
import { activeSelection, pickFile, unsavedTexts, workspaceProblems } from './editor';
import type { LoadedContext } from './lazy-context';
import { createWorkspaceContext, type WorkspaceContextDeps } from './workspace-context';

export function createContext(
  deps: WorkspaceContextDeps & Omit<ContextSourcesDeps, 'editor'>,
): LoadedContext {
  const uriOf = (file: string): string => vscode.Uri.file(file).toString();
  const editor = { activeSelection, workspaceProblems, unsavedTexts, uriOf, pickFile };
  return {
    workspaceContext: createWorkspaceContext(deps),
    contextSources: createContextSources({ ...deps, editor }),
  };
}
