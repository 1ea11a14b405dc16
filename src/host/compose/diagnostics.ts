import { systemClock } from '../../adapters/system/clock';
import type { Diagnostics } from '../../core/ports/diagnostics';
import type { Disposable } from '../../core/ports/disposable';
import { createDiagnostics } from '../diagnostics/create-diagnostics';
import type { Base } from './base';
import type { FileAccess } from './file-access';

/** Problems of the editor, and of cargo, which keeps the time limit of commands. */
export function composeDiagnostics(
  sources: Pick<Base, 'settings' | 'workspace' | 'log'> & Pick<FileAccess, 'files' | 'changes'>,
): Diagnostics & Disposable {
  const { settings, workspace, files, changes, log } = sources;
  return createDiagnostics({
    files,
    workspace,
    changes,
    clock: systemClock,
    defaultMax: () => settings.get('diagnostics.max'),
    timeLimitMs: () => settings.get('shell.hardTimeout') * 1000,
    onLoadFailed: (error) => {
      log.report(error);
    },
  });
}
