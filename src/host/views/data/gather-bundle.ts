import type { Store } from '../../../adapters/store/store';
import type { ProxySettings } from '../../../adapters/http/proxy-settings';
import type { AuditEntry } from '../../../core/contracts/audit';
import { httpProviders } from '../../../core/contracts/http-provider';
import { succeed, type Result } from '../../../core/contracts/result';
import type { ApiKeys } from '../../models/api-keys';
import type { SettingInForce } from '../../settings/setting-facts';
import type { Check } from '../doctor/doctor-report';
import { createCleanText, secretsInUrl, type Unwanted } from './clean-text';
import { storageItems, type StorageItem } from './storage-files';
import { supportBundle } from './support-bundle';

export interface BundleSources {
  /** What the doctor finds. */
  readonly checks: (signal: AbortSignal) => Promise<readonly Check[]>;
  readonly store: Pick<Store, 'health' | 'auditQuery'>;
  readonly storageFolder: string;
  readonly settings: () => readonly SettingInForce[];
  readonly log: () => readonly string[];
  readonly apiKeys: Pick<ApiKeys, 'get' | 'state'>;
  readonly proxy: () => ProxySettings;
  /** May name a proxy with its password. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly person: Omit<Unwanted, 'secrets'>;
  readonly now: () => number;
}

const maxCalls = 200;

/** The whole text of a support bundle; every secret that is known here is looked for in it. */
export async function gatherBundle(sources: BundleSources, signal: AbortSignal): Promise<string> {
  const { store, person } = sources;
  const settings = sources.settings();
  const facts = {
    at: new Date(sources.now()).toISOString(),
    checks: await sources.checks(signal),
    home: person.home,
    settings,
    health: await store.health(),
    audit: await lastCalls(store.auditQuery, signal),
    files: await filesOf(sources.storageFolder),
    // Last: it tells what went wrong on the way.
    log: [...sources.log()],
  };
  const secrets = [
    ...(await storedKeys(sources)),
    ...settings.flatMap(({ value }) => textsIn(value)).flatMap(secretsInUrl),
    ...proxySecrets(sources),
  ];
  return supportBundle(facts, createCleanText({ ...person, secrets }));
}

async function lastCalls(
  query: Store['auditQuery'],
  signal: AbortSignal,
): Promise<Result<readonly AuditEntry[]>> {
  const page = await query.list({ order: 'newest', limit: maxCalls, signal });
  return page.ok ? succeed(page.value.rows) : page;
}

async function filesOf(folder: string): Promise<readonly StorageItem[] | undefined> {
  try {
    return await storageItems(folder);
  } catch {
    // The doctor's own look at the folder says why.
    return undefined;
  }
}

async function storedKeys({ apiKeys }: BundleSources): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const provider of httpProviders) {
    const state = await apiKeys.state(provider);
    if (state.kind !== 'stored') continue;
    const key = await apiKeys.get(provider, state.origin);
    if (key.ok && key.value !== undefined) keys.push(key.value);
  }
  return keys;
}

const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

function proxySecrets({ proxy, environment }: BundleSources): readonly string[] {
  const { url, authorization = '' } = proxy();
  const names = proxyNames.flatMap((name) => [name, name.toLowerCase()]);
  const urls = [url, ...names.map((name) => environment[name] ?? '')];
  return [...urls.flatMap(secretsInUrl), authorization];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((item) => textsIn(item))
    : [];
}
