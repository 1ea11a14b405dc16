import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Result } from '../../../core/contracts/failure';
import { originOf } from '../../models/providers';
import {
  chooseRoute,
  type ProxyEnvironment,
  type ProxySettings,
} from '../../../adapters/http/proxy-route';
import type { Check } from './doctor-report';
import { errnoOf } from '../../../adapters/system/errno';
import { counted } from '../../../core/base/wording';

export interface Versions {
  readonly gatehouse: string;
  readonly vscode: string;
  readonly node: string;
  /** `linux x64` */
  readonly machine: string;
  /** The place where the window works, when not on the user's own machine. */
  readonly place: string | undefined;
}

export function versionChecks({
  gatehouse,
  vscode,
  node,
  machine,
  place,
}: Versions): readonly Check[] {
  const where = place === undefined ? '' : `; this window runs ${place}`;
  return [
    { name: 'Gatehouse', level: 'ok', text: gatehouse },
    { name: 'VS Code', level: 'ok', text: `${vscode}, Node ${node}` },
    { name: 'machine', level: 'ok', text: `${machine}${where}` },
  ];
}

export function workspaceCheck(folders: number, isTrusted: boolean): Check {
  const name = 'workspace';
  if (folders === 0) {
    const remedy = 'Open a folder: tools that need one are off.';
    return { name, level: 'warning', text: 'no folder is open', remedy };
  }
  const text = counted(folders, 'folder');
  if (isTrusted) return { name, level: 'ok', text: `${text}, trusted` };
  const remedy = 'Run "Workspaces: Manage Workspace Trust": no tool runs in Restricted Mode.';
  return { name, level: 'problem', text: `${text}, not trusted`, remedy };
}

export function shellCheck(shell: Result<{ readonly file: string }>): Check {
  const name = 'shell';
  if (shell.ok) return { name, level: 'ok', text: shell.value.file };
  return { name, level: 'problem', text: shell.failure.message };
}

export function ripgrepCheck(found: string | undefined): Check {
  const name = 'ripgrep';
  if (found !== undefined) return { name, level: 'ok', text: 'found with VS Code' };
  const remedy = 'Reinstall VS Code: files cannot be searched without it.';
  return { name, level: 'problem', text: 'not found with VS Code', remedy };
}

/** `problem` is the reason why nothing could be written; `troubles` are the store's own reports. */
export function storageCheck(problem: string | undefined, troubles: readonly string[]): Check {
  const name = 'storage';
  if (problem !== undefined) {
    const remedy =
      'Free disk space or correct the permissions: calls that cannot be recorded fail.';
    return { name, level: 'problem', text: problem, remedy };
  }
  if (troubles.length === 0) return { name, level: 'ok', text: 'can be written' };
  const remedy = 'For details, run "Gatehouse: Show Log".';
  return { name, level: 'warning', text: troubles.join('; '), remedy };
}

export function settingsCheck(problems: readonly string[]): Check {
  const name = 'settings';
  if (problems.length === 0) return { name, level: 'ok', text: 'all can be read' };
  const remedy = 'Correct them in the Settings editor.';
  return { name, level: 'problem', text: problems.join('; '), remedy };
}

/** The route to `address`; any address when there is no server. Route and settings hold secrets. */
export function proxyCheck(
  address: string,
  settings: ProxySettings,
  environment: ProxyEnvironment,
): Check {
  const name = 'proxy';
  const origin = originOf(address);
  const route = chooseRoute(origin ?? 'https://example.com', settings, environment);
  if (!route.ok) return { name, level: 'problem', text: route.failure.message };
  const { proxy, strictTls } = route.value;
  const where = origin ?? 'every server';
  if (proxy === undefined) return { name, level: 'ok', text: `none: ${where} is reached directly` };
  const text = `${proxy.url} for ${where}`;
  if (strictTls) return { name, level: 'ok', text };
  const remedy = 'http.proxyStrictSSL is off: any certificate is accepted behind the proxy.';
  return { name, level: 'warning', text, remedy };
}

/** Writes and removes a small file; returns the reason for a failure, or undefined. */
export async function probeFolder(folder: string): Promise<string | undefined> {
  const file = path.join(folder, `.doctor-${String(process.pid)}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, 'Gatehouse checks that it can write here.');
    await rm(file);
    return undefined;
  } catch (error) {
    return `${folder} cannot be written (${errnoOf(error) || 'unknown reason'})`;
  }
}
