/** Sources of context: a separate bundle, loaded with the first message or chip. */
import * as vscode from 'vscode';
import { createContextSources, type ContextSourcesDeps } from './context-sources';
import { activeSelection, pickFile, workspaceProblems } from './editor';
import type { LoadedContext } from './lazy-context';
import { createWorkspaceContext, type WorkspaceContextDeps } from './workspace-context';

export function createContext(
  deps: WorkspaceContextDeps & Omit<ContextSourcesDeps, 'editor'>,
): LoadedContext {
  const uriOf = (file: string): string => vscode.Uri.file(file).toString();
  const editor = { activeSelection, workspaceProblems, uriOf, pickFile };
  return {
    workspaceContext: createWorkspaceContext(deps),
    contextSources: createContextSources({ ...deps, editor }),
  };
}
