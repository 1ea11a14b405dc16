import { existsSync } from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import type { ProxySettings } from '../../../adapters/http/proxy-settings';
import { findBash } from '../../../adapters/process/find-bash';
import { locateRipgrep } from '../../../adapters/search/locate-ripgrep';
import type { Llms } from '../../../core/ports/llm';
import { parseModelId } from '../../../adapters/llm/model-id';
import type { ShowText } from '../../show-text';
import { addressOf, chosenProvider, type ModelDeps } from '../models/model-deps';
import { remotePlace } from '../models/remote-place';
import { doctorReport, type Check } from './doctor-report';
import {
  proxyCheck,
  ripgrepCheck,
  settingsCheck,
  shellCheck,
  storageCheck,
  versionChecks,
  workspaceCheck,
} from './machine-checks';
import { chosenCheck, connectionCheck, factChecks, keyCheck } from './model-checks';
import { probeFolder } from './probe-folder';

export interface DoctorDeps {
  readonly models: ModelDeps;
  readonly llms: Llms;
  readonly workspace: { roots(): readonly string[]; isTrusted(): boolean };
  readonly version: string;
  readonly storageFolder: string;
  readonly storeProblems: () => readonly string[];
  readonly settingProblems: () => readonly string[];
  readonly proxy: () => ProxySettings;
  readonly showText: ShowText;
}

/** `Gatehouse: Doctor`: looks at everything that an agent needs, and shows what it found. */
export async function runDoctor(deps: DoctorDeps): Promise<void> {
  const checks = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: 'Gatehouse Doctor',
      cancellable: true,
    },
    async (progress, token) => {
      progress.report({ message: 'looking at this machine' });
      const machine = await machineChecks(deps);
      progress.report({ message: 'asking the model for one word' });
      return [...machine, ...(await modelChecks(deps, signalOf(token)))];
    },
  );
  await deps.showText('Gatehouse Doctor', doctorReport(checks, os.homedir()));
}

/** An abort signal for what a person cancels in a notification. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const cancelling = new AbortController();
  token.onCancellationRequested(() => {
    cancelling.abort();
  });
  if (token.isCancellationRequested) cancelling.abort();
  return cancelling.signal;
}

async function machineChecks(deps: DoctorDeps): Promise<readonly Check[]> {
  const { workspace } = deps;
  const { platform, arch, env, versions } = process;
  const roots = workspace.roots();
  return [
    ...versionChecks({
      gatehouse: deps.version,
      vscode: vscode.version,
      node: versions.node,
      machine: `${platform} ${arch}`,
      place: remotePlace(deps.models.remoteName),
    }),
    workspaceCheck(roots.length, workspace.isTrusted()),
    shellCheck(await findBash({ env, roots, platform, handedOn: [] })),
    ripgrepCheck(locateRipgrep(vscode.env.appRoot, { platform, arch }, existsSync)),
    storageCheck(await probeFolder(deps.storageFolder), deps.storeProblems()),
    settingsCheck(deps.settingProblems()),
    proxyCheck(chosenAddress(deps.models), deps.proxy(), env),
  ];
}

function chosenAddress(models: ModelDeps): string {
  const provider = chosenProvider(models);
  return provider === undefined ? '' : addressOf(models, provider);
}

async function modelChecks(deps: DoctorDeps, signal: AbortSignal): Promise<readonly Check[]> {
  const { models, llms } = deps;
  const modelId = models.settings.get('model').trim();
  const chosen = parseModelId(modelId);
  const check = chosenCheck(modelId);
  if (check.level !== 'ok') return [check];
  const key =
    chosen.kind === 'server'
      ? keyCheck(
          chosen,
          await models.apiKeys.state(chosen.provider),
          addressOf(models, chosen.provider),
        )
      : undefined;
  const tested = connectionCheck(await models.lists.test(modelId, signal));
  const llm = await llms.get(modelId, signal);
  const known = llm.ok && chosen.kind !== 'replay' ? factChecks(llm.value.facts) : [];
  return [check, ...(key === undefined ? [] : [key]), tested, ...known];
}
