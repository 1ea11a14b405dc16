import { existsSync } from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import type { ProxySettings } from '../../../adapters/http/proxy-route';
import { findBash } from '../../../adapters/process/bash';
import { locateRipgrep } from '../../../adapters/search/locate-ripgrep';
import type { Store } from '../../../adapters/store/store';
import type { ModelRegistry } from '../../../core/ports/llm';
import { parseModelId } from '../../../adapters/llm/model-id';
import type { ShowReport } from '../report/report-view';
import { type FilterFacts, filterChecks } from './filter-checks';
import { serverAddressOf, chosenProvider, type ModelDeps } from '../models/model-deps';
import { remoteLabel } from '../models/server-address';
import { doctorPage, type Check } from './doctor-report';
import {
  proxyCheck,
  ripgrepCheck,
  settingsCheck,
  shellCheck,
  storageCheck,
  versionChecks,
  workspaceCheck,
  probeFolder,
} from './machine-checks';
import { chosenCheck, connectionCheck, factChecks, keyCheck } from './model-checks';
import { serverChecks, type ServerFact } from './server-checks';
import { storeChecks } from './store-checks';
import { commandButton, notify, offer, withProgress } from '../../window/notify';
import { t, shown } from '../../window/language';

export interface DoctorModels extends ModelDeps {
  readonly llms: ModelRegistry;
  readonly proxy: () => ProxySettings;
}

export interface DoctorDeps {
  readonly models: DoctorModels;
  readonly workspace: { roots(): readonly string[]; isTrusted(): boolean };
  readonly version: string;
  readonly storageFolder: string;
  readonly store: Pick<Store, 'health' | 'auditTrail' | 'problems'>;
  readonly configured: () => Promise<ConfiguredFacts>;
  readonly showReport: ShowReport;
}

/** What became of settings and rule files. */
interface ConfiguredFacts {
  readonly settingProblems: readonly string[];
  readonly filters: FilterFacts;
  readonly servers: readonly ServerFact[];
}

const megabyte = 1024 * 1024;

/** `Gatehouse: Check Setup`: checks everything that an agent needs, and shows the result. */
export async function runDoctor(deps: DoctorDeps): Promise<void> {
  const checks = await withProgress(
    t('checking everything an agent needs'),
    async (signal, report) => {
      report({ message: t('this machine') });
      const machine = await machineChecks(deps);
      report({ message: t('the audit log') });
      const store = await storageChecks(deps, signal);
      report({ message: t('the model (sends one short request)') });
      return [...machine, ...store, ...(await modelChecks(deps, signal))];
    },
  );
  deps.showReport(doctorPage(checks, os.homedir()));
}

/** The same without a request to the model, which may cost money. */
export async function quietChecks(
  deps: DoctorDeps,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const { check, key } = await chosenChecks(deps);
  return [
    ...(await machineChecks(deps)),
    ...(await storageChecks(deps, signal)),
    check,
    ...(key === undefined ? [] : [key]),
  ];
}

async function machineChecks(deps: DoctorDeps): Promise<readonly Check[]> {
  const { workspace } = deps;
  const { platform, arch, env, versions } = process;
  const roots = workspace.roots();
  const { settingProblems, filters, servers } = await deps.configured();
  return [
    ...versionChecks({
      gatehouse: deps.version,
      vscode: vscode.version,
      node: versions.node,
      machine: `${platform} ${arch}`,
      place: remoteLabel(deps.models.remoteName),
    }),
    workspaceCheck(roots.length, workspace.isTrusted()),
    shellCheck(await findBash({ env, roots, platform, handedOn: [] })),
    ripgrepCheck(locateRipgrep(vscode.env.appRoot, { platform, arch }, existsSync)),
    storageCheck(await probeFolder(deps.storageFolder), deps.store.problems().map(shown)),
    settingsCheck(settingProblems),
    ...filterChecks(filters),
    ...serverChecks(servers),
    proxyCheck(chosenAddress(deps.models), deps.models.proxy(), env),
  ];
}

async function storageChecks(deps: DoctorDeps, signal: AbortSignal): Promise<readonly Check[]> {
  const { store, models } = deps;
  return storeChecks({
    health: await store.health(),
    verdict: await store.auditTrail.verify({ signal }),
    now: models.clock.now(),
    maxBytes: models.settings.get('storage.maxMegabytes') * megabyte,
    ownPid: process.pid,
  });
}

function chosenAddress(models: ModelDeps): string {
  const provider = chosenProvider(models);
  return provider === undefined ? '' : serverAddressOf(models, provider);
}

async function chosenChecks({ models }: DoctorDeps) {
  const modelId = models.settings.get('model').trim();
  const chosen = parseModelId(modelId);
  const check = chosenCheck(modelId);
  if (check.level !== 'ok' || chosen.kind !== 'server') return { modelId, chosen, check };
  const { provider } = chosen;
  const state = await models.apiKeys.state(provider);
  return {
    modelId,
    chosen,
    check,
    key: keyCheck(chosen, state, serverAddressOf(models, provider)),
  };
}

async function modelChecks(deps: DoctorDeps, signal: AbortSignal): Promise<readonly Check[]> {
  const { models } = deps;
  const { modelId, chosen, check, key } = await chosenChecks(deps);
  if (check.level !== 'ok') return [check];
  const tested = connectionCheck(await models.lists.test(modelId, signal));
  const llm = await models.llms.get(modelId, signal);
  const known = llm.ok && chosen.kind !== 'replay' ? factChecks(llm.value.facts) : [];
  return [check, ...(key === undefined ? [] : [key]), tested, ...known];
}

/** `Gatehouse: Test Connection`: asks the chosen model for one word. */
export async function testConnection({ settings, lists }: ModelDeps): Promise<void> {
  const modelId = settings.get('model').trim();
  if (parseModelId(modelId).kind === 'none') {
    await offer('Error', t('no model is chosen.'), commandButton(t('Choose Model…'), 'pickModel'));
    return;
  }
  const tested = await withProgress(t('asking {0} for one word', modelId), (signal) =>
    lists.test(modelId, signal),
  );
  if (!tested.ok && tested.failure.category === 'cancelled') return;
  const { level, text } = connectionCheck(tested);
  if (level === 'ok') notify(`${modelId}: ${text}.`);
  else await offer('Error', text, commandButton(t('Check Setup'), 'doctor'));
}
