import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { Emitter } from '../../adapters/system/emitter';
import { systemProcesses } from '../../adapters/system/processes';
import type { Clock, Disposable } from '../../core/ports/system';
import type { SettingValues } from '../settings/read-settings';
import { DemoCopies } from './demo-copies';
import { DemoMarker } from './demo-marker';
import { t } from '../window/language';

export interface DemoDeps {
  readonly context: Pick<
    vscode.ExtensionContext,
    'asAbsolutePath' | 'globalState' | 'workspaceState'
  >;
  readonly settings: Pick<SettingValues, 'get'>;
  readonly roots: () => readonly string[];
  readonly clock: Clock;
}

const onKey = 'gatehouse.demo';
const recording = 'demo/fix-the-failing-test.replay.json';

/**
 * The demo: a scratch copy of a small project, in which a shipped recording answers instead of the
 * chosen model. No setting is changed for it.
 */
export class Demo implements Disposable {
  private readonly changed = new Emitter();
  private readonly marker: DemoMarker;
  private readonly copies: DemoCopies;

  constructor(private readonly deps: DemoDeps) {
    const { context, clock } = deps;
    this.marker = new DemoMarker(context.globalState, clock);
    this.copies = new DemoCopies({
      ...{ parent: tmpdir(), processes: systemProcesses, clock, token: randomUUID() },
    });
  }

  /**
   * Copies the project to a new temporary folder and opens it; asks first if a folder is open.
   * Earlier copies that no window has open are removed.
   */
  async open(): Promise<void> {
    const place = this.deps.roots().length > 0 ? await askWindow() : here();
    if (place === undefined) return;
    const folder = await this.copies.make(this.deps.context.asAbsolutePath('demo'));
    await this.marker.leave(folder);
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), {
      forceNewWindow: place === newWindow(),
      forceReuseWindow: place === here(),
    });
  }

  /** In the window that opens the copy: turns the demo on and shows the panel. */
  async resume(): Promise<void> {
    const roots = this.deps.roots();
    await this.copies.hold(roots);
    if (!(await this.marker.take(roots))) return;
    await this.set(true);
    await vscode.commands.executeCommand('gatehouse.panel.focus');
  }

  /** The user has chosen a model, which answers from now on. */
  async end(): Promise<void> {
    if (this.isOn) await this.set(undefined);
  }

  /** Id of the model that answers in this window. */
  model(): string {
    return this.isOn ? 'replay' : this.deps.settings.get('model').trim();
  }

  /** Absolute path of the recording that the model `replay` plays. */
  replayFile(): string {
    const { context, settings } = this.deps;
    return this.isOn ? context.asAbsolutePath(recording) : settings.get('replay.file').trim();
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    this.changed.dispose();
    this.copies.dispose();
  }

  private get isOn(): boolean {
    return this.deps.context.workspaceState.get(onKey) === true;
  }

  private async set(value: true | undefined): Promise<void> {
    await this.deps.context.workspaceState.update(onKey, value);
    this.changed.fire();
  }
}

const here = (): string => t('Open Here');
const newWindow = (): string => t('Open in New Window');

async function askWindow(): Promise<string | undefined> {
  const detail =
    t('Gatehouse copies a small project with a failing test to a temporary folder and opens it. VS Code then asks whether you trust it. No model or key is needed: replies are recorded, tools really run.');
  return vscode.window.showInformationMessage(
    t('Open the demo?'),
    { modal: true, detail },
    here(),
    newWindow(),
  );
}
