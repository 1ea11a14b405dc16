import type { Clock } from '../../core/ports/system';
import type { Diagnostics } from '../../core/ports/diagnostics';
import type { Disposable } from '../../core/ports/disposable';
import type { FileChanges } from '../../core/ports/file-changes';
import type { Files } from '../../core/ports/files';
import type { Workspace } from '../../core/ports/workspace';
import { createLazyPart } from '../../adapters/system/lazy-part';
import { watchActivity } from './vscode-diagnostics';

export interface DiagnosticsDeps {
  readonly files: Pick<Files, 'resolve' | 'locate'>;
  readonly workspace: Workspace;
  /** Reports when a tool has changed a file. */
  readonly changes: Pick<FileChanges, 'onDidChange'>;
  readonly clock: Clock;
  readonly defaultMax: () => number;
  /** Milliseconds after which cargo is ended. */
  readonly timeLimitMs: () => number;
  /** Called when the implementation did not load. */
  readonly onLoadFailed: (error: unknown) => void;
}

/** Loads the implementation with the first call; before that it only records two times. */
export function createDiagnostics(deps: DiagnosticsDeps): Diagnostics & Disposable {
  const { files, workspace, clock, timeLimitMs } = deps;
  const activity = watchActivity(clock, deps.changes);
  const use = createLazyPart({
    load: async () => {
      const part = await import('./diagnostics-entry');
      const problems = part.vscodeProblems;
      const { env, platform } = process;
      return {
        ofEditor: part.createEditorDiagnostics({ files, workspace, problems, activity, clock }),
        ofCargo: part.createCargoDiagnostics({
          files,
          workspace,
          clock,
          env,
          platform,
          timeLimitMs,
        }),
      };
    },
    name: 'The part of Gatehouse that lists problems',
    onLoadFailed: deps.onLoadFailed,
  });
  return {
    ofEditor: (request) => use((part) => part.ofEditor(request)),
    ofCargo: (kind, request) => use((part) => part.ofCargo(kind, request)),
    defaultMax: deps.defaultMax,
    dispose: () => {
      activity.dispose();
    },
  };
}
