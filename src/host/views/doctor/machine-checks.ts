import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Result } from '../../../core/contracts/failure';
import { originOf } from '../../models/providers';
import {
  chooseRoute,
  type ProxyEnvironment,
  type ProxySettings,
} from '../../../adapters/http/proxy-route';
import { button, check, type Check } from './doctor-report';
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
    check('ok', 'Gatehouse', gatehouse),
    check('ok', 'VS Code', `${vscode}, Node ${node}`),
    check('ok', 'machine', `${machine}${where}`),
  ];
}

export function workspaceCheck(folders: number, isTrusted: boolean): Check {
  if (folders === 0) {
    const action = { title: 'Open Folder…', command: 'workbench.action.files.openFolder' };
    const remedy = 'Tools that need one are off.';
    return check('warning', 'workspace', 'no folder is open', { remedy, action });
  }
  const text = counted(folders, 'folder');
  if (isTrusted) return check('ok', 'workspace', `${text}, trusted`);
  const remedy = 'No tool runs in Restricted Mode.';
  const action = { title: 'Manage Workspace Trust', command: 'workbench.trust.manage' };
  return check('problem', 'workspace', `${text}, not trusted`, { remedy, action });
}

export function shellCheck(shell: Result<{ readonly file: string }>): Check {
  if (shell.ok) return check('ok', 'shell', shell.value.file);
  return check('problem', 'shell', shell.failure.message);
}

export function ripgrepCheck(found: string | undefined): Check {
  if (found !== undefined) return check('ok', 'ripgrep', 'found with VS Code');
  const remedy = 'Reinstall VS Code: files cannot be searched without it.';
  return check('problem', 'ripgrep', 'not found with VS Code', remedy);
}

/** `problem` is the reason why nothing could be written; `troubles` are the store's own reports. */
export function storageCheck(problem: string | undefined, troubles: readonly string[]): Check {
  if (problem !== undefined) {
    const remedy =
      'Free disk space or correct the permissions: calls that cannot be recorded fail.';
    return check('problem', 'storage', problem, remedy);
  }
  if (troubles.length === 0) return check('ok', 'storage', 'can be written');
  const action = button('Show Log', 'openLog');
  return check('warning', 'storage', troubles.join('; '), { action });
}

export function settingsCheck(problems: readonly string[]): Check {
  if (problems.length === 0) return check('ok', 'settings', 'all can be read');
  const action = {
    title: 'Open Settings',
    command: 'workbench.action.openSettings',
    args: ['@ext:gatehouse.gatehouse'],
  };
  return check('problem', 'settings', problems.join('; '), { action });
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
  if (!route.ok) return check('problem', name, route.failure.message);
  const { proxy, strictTls } = route.value;
  const where = origin ?? 'every server';
  if (proxy === undefined) return check('ok', name, `none: ${where} is reached directly`);
  const text = `${proxy.url} for ${where}`;
  if (strictTls) return check('ok', name, text);
  const remedy = 'http.proxyStrictSSL is off: any certificate is accepted behind the proxy.';
  return check('warning', name, text, remedy);
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
