import * as os from 'node:os';
import * as vscode from 'vscode';
import type { Store } from '../../../adapters/store/store';
import { notify, offer, withProgress } from '../../window/notify';
import { quietChecks, type DoctorDeps } from '../doctor/run-doctor';
import { eraseAll, type EraseSources } from './erase-all';
import { eraseQuestion, takeInventory } from './erase-question';
import { gatherBundle } from './support-bundle';
import type { SettingInForce } from '../../settings/read-settings';
import { t } from '../../window/language';

export interface BundleDeps {
  readonly doctor: DoctorDeps;
  readonly auditQuery: Store['auditQuery'];
  readonly settingFacts: () => readonly SettingInForce[];
  readonly recentLog: () => readonly string[];
}

/** `Gatehouse: Save Support Bundle…`: opens the text for changes, then saves it. */
export async function saveSupportBundle(deps: BundleDeps): Promise<void> {
  const text = await withProgress(t('collecting the support bundle'), async (signal) => {
    const bundle = await gather(deps, signal);
    return signal.aborted ? undefined : bundle;
  });
  if (text === undefined) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
  await vscode.window.showTextDocument(document, { preview: false });
  const save = t('Save…');
  const asked = t(
    'Gatehouse: review the support bundle, remove what you do not want to share, then save it.',
  );
  if ((await vscode.window.showInformationMessage(asked, save)) !== save) return;
  const saved = await vscode.workspace.saveAs(document.uri);
  if (saved === undefined) return;
  const name = saved.path.split('/').at(-1) ?? '';
  notify(t('saved {0}.', name));
}

function gather(deps: BundleDeps, signal: AbortSignal): Promise<string> {
  const { doctor, auditQuery } = deps;
  const { store, models, storageFolder, workspace } = doctor;
  return gatherBundle(
    {
      checks: (cancelled) => quietChecks(doctor, cancelled),
      store: { health: () => store.health(), auditQuery },
      storageFolder,
      settings: deps.settingFacts,
      log: deps.recentLog,
      secrets: { apiKeys: models.apiKeys, proxy: models.proxy, environment: process.env },
      person: {
        home: os.homedir(),
        userName: os.userInfo().username,
        machine: os.hostname(),
        roots: workspace.roots(),
      },
      now: () => models.clock.now(),
    },
    signal,
  );
}

/** `Gatehouse: Delete All Data…`: asks once, deletes, and reports what remains, with the reason. */
export async function deleteAllData(sources: EraseSources): Promise<void> {
  const question = eraseQuestion(await takeInventory(sources), os.homedir());
  const { remove, removeWithKeys } = question;
  const buttons = [remove, ...(removeWithKeys === undefined ? [] : [removeWithKeys])];
  const answer = await vscode.window.showWarningMessage(
    question.message,
    { modal: true, detail: question.detail },
    ...buttons,
  );
  if (answer === undefined) return;
  const left = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Deleting all Gatehouse data') },
    () => eraseAll(sources, answer === removeWithKeys),
  );
  if (left.length === 0) notify(t('all data was deleted.'));
  else await offer('Warning', t('some data was not deleted. {0}', left.join(' ')));
}
