import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import type { Disposable } from '../../core/ports/system';
import { registerCommands } from '../commands/register';
import { setLanguage, t } from '../window/language';
import { offer, openSetting } from '../window/notify';
import { showApprovals } from './approvals';
import { composeBase, composeWatchers, disposeBase, type Base, type Watchers } from './base';
import { markModelChosen } from './walkthrough';
import type { Work } from './work';
import { WorkLoader } from './work-loader';

export interface Composition {
  /** Empty, except while VS Code runs tests (decision no-approval-by-command). */
  readonly exports: Partial<TestExports>;
  close(): Promise<void>;
}

export interface TestExports {
  readonly base: Base;
  readonly work: WorkLoader<Work>['get'];
}

/** The module of the second stage, `dist/work.js`. */
export interface WorkModule {
  composeWork(base: Base, watchers: Watchers): Work;
  readonly setLanguage: typeof setLanguage;
}

/** The first stage: makes what the window shows at once, starts nothing, and loads the second. */
export function composeExtension(
  context: vscode.ExtensionContext,
  loadWork: () => Promise<WorkModule>,
): Composition {
  setLanguage(vscode.l10n.t, vscode.env.language);
  const base = composeBase(context);
  const { log, approvals } = base;
  const watchers = composeWatchers(base);
  const place = new PanelPlace();
  const work = new WorkLoader({
    load: async () => {
      const loaded = await loadWork();
      loaded.setLanguage(t, vscode.env.language);
      return loaded.composeWork(base, watchers);
    },
    onLoaded: (loaded) => place.fill(loaded),
    report: log.report,
    notify: notifyNotLoaded,
  });
  // Rules without effect are reported at the start, not with the first call.
  base.policy.source.current();
  const ownCommands = {
    showPending: () => approvals.showPending(),
    openLog: () => log.show(),
    openSettings: () => openSetting().run(),
    tryDemo: () => base.demo.open(),
  };
  base.demo.resume().catch(log.report);
  const shown: readonly Disposable[] = [
    registerCommands(ownCommands, async () => (await work.get())?.commands, log),
    place.open(work.get),
    ...showApprovals(approvals),
    lookForLeftovers(base, work.get),
    markModelChosen(base),
    watchers.secrets,
    watchers.terminals,
    watchers.activity,
    watchers.settings,
  ];
  return {
    exports: context.extensionMode === vscode.ExtensionMode.Test ? { base, work: work.get } : {},
    close: async () => {
      for (const each of shown) each.dispose();
      const closing = work.close();
      disposeBase(base);
      await closing;
    },
  };
}

/** The place of the panel, which `work` fills, also after an earlier load has failed. */
class PanelPlace {
  private waiting: vscode.WebviewView | undefined;

  open(work: () => Promise<Work | undefined>): Disposable {
    return vscode.window.registerWebviewViewProvider('gatehouse.panel', {
      resolveWebviewView: async (view) => {
        this.waiting = view;
        view.onDidDispose(() => {
          if (this.waiting === view) this.waiting = undefined;
        });
        const loaded = await work();
        if (loaded !== undefined) this.fill(loaded);
      },
    });
  }

  fill({ panel, parts }: Work): void {
    if (this.waiting === undefined) return;
    panel.show(this.waiting);
    this.waiting = undefined;
    parts.calls.mcp.servers.chatBegan();
  }
}

/** An update while a window is open removes files that it has not loaded yet. */
function notifyNotLoaded(): Promise<void> {
  const text = t(
    'its file dist/work.js could not be loaded. Reload the window; if that does not help, reinstall Gatehouse.',
  );
  const run = () => vscode.commands.executeCommand('workbench.action.reloadWindow');
  return offer('Error', text, { label: t('Reload Window'), run });
}

/** Milliseconds: late enough not to compete with the start of the window. */
const recoverAfterMs = 1000;
const tidyAfterMs = 30_000;

/** Looks after what earlier windows have left behind; loads nothing when they left nothing. */
function lookForLeftovers(
  { storage, log }: Base,
  work: () => Promise<Work | undefined>,
): Disposable {
  const inStorage = (name: string): string => path.join(storage.folder, name);
  const recover = async (): Promise<void> => {
    // No folder: no command has ever run here.
    const left = await readdir(inStorage('commands')).catch(() => []);
    if (left.length > 0) await (await work())?.recoverCommands();
  };
  const tidy = async (): Promise<void> => {
    // Also when the setting has been switched off since.
    if (existsSync(inStorage('changes'))) await (await work())?.parts.files.tidy();
  };
  return vscode.Disposable.from(
    systemClock.after(recoverAfterMs, () => void recover().catch(log.report)),
    systemClock.after(tidyAfterMs, () => void tidy().catch(log.report)),
  );
}
