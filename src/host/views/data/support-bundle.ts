import { fenced } from '../../panel/history/export-markdown';
import type { Store } from '../../../adapters/store/store';
import type { ProxySettings } from '../../../adapters/http/proxy-route';
import type { AuditEntry } from '../../../core/contracts/audit/entry';
import { httpProviders } from '../../../core/contracts/models';
import { succeed, type Result } from '../../../core/contracts/failure';
import type { ApiKeys } from '../../secrets/api-keys';
import type { SettingInForce } from '../../settings/read-settings';
import { type Check, doctorReport } from '../doctor/doctor-report';
import { createCleanText, secretsInUrl, type Unwanted, type CleanText } from './clean-text';
import { storageItems, type StorageItem } from './erase-question';
import { counted, formatSize } from '../../../core/base/wording';

export interface BundleSources {
  readonly checks: (signal: AbortSignal) => Promise<readonly Check[]>;
  readonly store: Pick<Store, 'health' | 'auditQuery'>;
  readonly storageFolder: string;
  readonly settings: () => readonly SettingInForce[];
  readonly log: () => readonly string[];
  readonly secrets: SecretPlaces;
  readonly person: Omit<Unwanted, 'secrets'>;
  readonly now: () => number;
}

export interface SecretPlaces {
  readonly apiKeys: Pick<ApiKeys, 'get' | 'state'>;
  readonly proxy: () => ProxySettings;
  /** May name a proxy with its password. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const maxCalls = 200;

/** What a maintainer asks for first, as Markdown that is searched for every known secret. */
export async function gatherBundle(sources: BundleSources, signal: AbortSignal): Promise<string> {
  const { store, person } = sources;
  const settings = sources.settings();
  const secrets = [
    ...(await storedKeys(sources.secrets)),
    ...settings.flatMap(({ value }) => textsIn(value)).flatMap(secretsInUrl),
    ...proxySecrets(sources.secrets),
  ];
  const clean = createCleanText({ ...person, secrets });
  const checks = await sources.checks(signal);
  const health = await store.health();
  const audit = await lastCalls(store.auditQuery, signal);
  const files = await filesOf(sources.storageFolder);
  // Last: it includes errors of the other parts.
  const log = [...sources.log()];
  const defaults = settings.filter(({ isDefault }) => isDefault).length;
  const cleanChecks = checks.map((check) => cleanCheck(check, clean));
  const parts = [
    ['Doctor', doctorReport(cleanChecks, person.home)],
    [`Settings (${String(defaults)} more have their default)`, settingText(settings, clean)],
    ['Storage', health.ok ? JSON.stringify(health.value, null, 2) : health.failure.message],
    ['Files of the storage folder', fileText(files)],
    [`Last ${audit.ok ? String(audit.value.length) : ''} calls, newest first`, auditText(audit)],
    ['Log', log.length === 0 ? 'nothing' : log.join('\n')],
  ] as const;
  // Every part is cleaned.
  const sections = parts.map(
    ([title, text]) => `## ${title}\n\n${fenced(clean(text).trimEnd(), 'text')}\n`,
  );
  const at = new Date(sources.now()).toISOString();
  return ['# Gatehouse support bundle', at, intro, ...sections].join('\n\n');
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
    // The doctor's own check of the folder gives the reason.
    return undefined;
  }
}

async function storedKeys({ apiKeys }: SecretPlaces): Promise<readonly string[]> {
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

function proxySecrets({ proxy, environment }: SecretPlaces): readonly string[] {
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

const intro = `For a bug report. Review it before you share it, and delete what you do not want to share. It contains
no messages, file contents, arguments or results of calls. Keys, address paths, your name and your
folders have been removed.`;

/** Before the report wraps its lines: a secret split across lines would not be found. */
function cleanCheck({ name, level, text, remedy }: Check, clean: CleanText): Check {
  return {
    name,
    level,
    text: clean(text),
    ...(remedy === undefined ? {} : { remedy: clean(remedy) }),
  };
}

function settingText(settings: readonly SettingInForce[], clean: CleanText): string {
  const changed = settings.filter(({ isDefault }) => !isDefault);
  if (changed.length === 0) return 'none is changed';
  return changed
    .map(({ key, value }) => `gatehouse.${key}: ${JSON.stringify(cleanValue(value, clean))}`)
    .join('\n');
}

/** Each text separately: the quotes of JSON would change its form. */
function cleanValue(value: unknown, clean: CleanText): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key), cleanValue(item, clean)]),
  );
}

/** `files` is undefined if the folder could not be read. */
function fileText(files: readonly StorageItem[] | undefined): string {
  if (files === undefined) return 'The folder cannot be read.';
  if (files.length === 0) return 'none';
  return files
    .map(({ name, files: count, bytes }) => {
      const inside = name.endsWith('/') ? ` in ${counted(count, 'file')}` : '';
      return `${name}  ${formatSize(bytes)}${inside}`;
    })
    .join('\n');
}

function auditText(audit: Result<readonly AuditEntry[]>): string {
  if (!audit.ok) return audit.failure.message;
  return audit.value.length === 0 ? 'none' : audit.value.map(auditLine).join('\n');
}

/** Its decision and its end; of arguments and results only the lengths. */
function auditLine(entry: AuditEntry): string {
  const { ts, tool, result, event, duration_ms: took, exit_code: exit } = entry;
  const parts = [
    ts,
    tool,
    event === undefined ? result : `${event} ${result}`,
    entry.error_code === undefined ? '' : `${entry.error_code}/${entry.error_category ?? '?'}`,
    exit === undefined ? '' : `exit ${String(exit)}`,
    `${String(Math.round(took))} ms`,
    `${entry.origin}, ${entry.trust}, ${entry.phase}, by ${entry.approved_by}, ${entry.enforcement}`,
    `gates: ${gateText(entry)}`,
    `args: ${argsText(entry.call)}`,
    `answer: ${String(entry.summary.length)} characters${entry.truncated === true ? ', truncated' : ''}`,
  ];
  return parts.filter((part) => part !== '').join(' | ');
}

function gateText({ gates }: AuditEntry): string {
  const notable = gates.filter(({ verdict }) => verdict !== 'allow' && verdict !== 'abstain');
  const names = notable.map(({ slot, gate, verdict }) => `${gate ?? slot} ${verdict}`);
  const allowed = gates.filter(({ verdict }) => verdict === 'allow').length;
  return [...names, `${String(allowed)} allow`].join(', ');
}

function argsText(call: AuditEntry['call']): string {
  const fields = Object.entries(call).map(([name, value]) => `${name} ${sizeText(value)}`);
  return fields.length === 0 ? 'none' : fields.join(', ');
}

function sizeText(value: unknown): string {
  if (typeof value === 'string') return `${String(value.length)} characters`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined) return 'nothing';
  return `${String(JSON.stringify(value).length)} characters of JSON`;
}
