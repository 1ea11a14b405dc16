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
import { t, shownFailure } from '../../window/language';

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
  return [
    check('ok', 'Gatehouse', gatehouse),
    check('ok', 'VS Code', t('{0}, Node {1}', vscode, node)),
    check(
      'ok',
      t('machine'),
      place === undefined ? machine : t('{0}; this window runs {1}', machine, place),
    ),
  ];
}

export function workspaceCheck(folders: number, isTrusted: boolean): Check {
  if (folders === 0) {
    const action = { title: t('Open Folder…'), command: 'workbench.action.files.openFolder' };
    const remedy = t('Tools that need one are off.');
    return check('warning', t('workspace'), t('no folder is open'), { remedy, action });
  }
  const text = folders === 1 ? t('1 folder') : t('{0} folders', folders);
  if (isTrusted) return check('ok', t('workspace'), t('{0}, trusted', text));
  const remedy = t('No tool runs in Restricted Mode.');
  const action = { title: t('Manage Workspace Trust'), command: 'workbench.trust.manage' };
  return check('problem', t('workspace'), t('{0}, not trusted', text), { remedy, action });
}

export function shellCheck(shell: Result<{ readonly file: string }>): Check {
  if (shell.ok) return check('ok', t('shell'), shell.value.file);
  return check('problem', t('shell'), shownFailure(shell.failure));
}

export function ripgrepCheck(found: string | undefined): Check {
  if (found !== undefined) return check('ok', 'ripgrep', t('found with VS Code'));
  const remedy = t('Reinstall VS Code: files cannot be searched without it.');
  return check('problem', 'ripgrep', t('not found with VS Code'), remedy);
}

/** `problem` is the reason why nothing could be written; `troubles` are the store's own reports. */
export function storageCheck(problem: string | undefined, troubles: readonly string[]): Check {
  if (problem !== undefined) {
    const remedy = t(
      'Free disk space or correct the permissions: calls that cannot be recorded fail.',
    );
    return check('problem', t('storage'), problem, remedy);
  }
  if (troubles.length === 0) return check('ok', t('storage'), t('can be written'));
  const action = button(t('Show Output Log'), 'openLog');
  return check('warning', t('storage'), troubles.join('; '), { action });
}

export function settingsCheck(problems: readonly string[]): Check {
  if (problems.length === 0) return check('ok', t('settings'), t('all can be read'));
  const action = {
    title: t('Open Settings'),
    command: 'workbench.action.openSettings',
    args: ['@ext:gatehouse.gatehouse'],
  };
  return check('problem', t('settings'), problems.join('; '), { action });
}

/** The route to `address`; any address when there is no server. Route and settings hold secrets. */
export function proxyCheck(
  address: string,
  settings: ProxySettings,
  environment: ProxyEnvironment,
): Check {
  const name = t('proxy');
  const origin = originOf(address);
  const route = chooseRoute(origin ?? 'https://example.com', settings, environment);
  if (!route.ok) return check('problem', name, shownFailure(route.failure));
  const { proxy, strictTls } = route.value;
  const where = origin ?? t('every server');
  if (proxy === undefined) return check('ok', name, t('none: {0} is reached directly', where));
  const text = t('{0} for {1}', proxy.url, where);
  if (strictTls) return check('ok', name, text);
  const remedy = t('http.proxyStrictSSL is off: any certificate is accepted behind the proxy.');
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
    return t('{0} cannot be written ({1})', folder, errnoOf(error) || t('unknown reason'));
  }
}
