import { formatSize } from '../../../core/base/format-size';
import type { AuditEntry } from '../../../core/contracts/audit';
import type { Result } from '../../../core/contracts/result';
import type { StoreHealth } from '../../../core/contracts/store-health';
import { doctorReport, type Check } from '../doctor/doctor-report';
import type { SettingInForce } from '../../settings/setting-facts';
import { auditLine } from './audit-line';
import type { CleanText } from './clean-text';
import type { StorageItem } from './storage-files';

export interface BundleFacts {
  /** ISO 8601. */
  readonly at: string;
  /** What the doctor has found, versions included. */
  readonly checks: readonly Check[];
  readonly home: string;
  readonly settings: readonly SettingInForce[];
  readonly health: Result<StoreHealth>;
  /** Newest last. */
  readonly log: readonly string[];
  /** Newest first. */
  readonly audit: Result<readonly AuditEntry[]>;
  /** Undefined when the folder could not be read. */
  readonly files: readonly StorageItem[] | undefined;
}

const intro = `For a bug report. Read it before you give it to anybody: it holds no messages, no file contents, no
arguments and no answers of calls; keys, addresses behind their host, your name and your folders have
been taken out. Delete what you do not want to share.`;

/** All that a maintainer asks for first, as one Markdown text. Every part of it is cleaned. */
export function supportBundle(facts: BundleFacts, clean: CleanText): string {
  const { at, home, settings, health, log, audit, files } = facts;
  const defaults = settings.filter(({ isDefault }) => isDefault).length;
  const parts = [
    [
      'Doctor',
      doctorReport(
        facts.checks.map((check) => cleanCheck(check, clean)),
        home,
      ),
    ],
    [`Settings (${String(defaults)} more have their default)`, settingText(settings, clean)],
    ['Storage', health.ok ? JSON.stringify(health.value, null, 2) : health.failure.message],
    ['Files of the storage folder', fileText(files)],
    [`Last ${audit.ok ? String(audit.value.length) : ''} calls, newest first`, auditText(audit)],
    ['Log', log.length === 0 ? 'nothing' : log.join('\n')],
  ] as const;
  const sections = parts.map(([title, text]) => `## ${title}\n\n${fenced(clean(text))}\n`);
  return ['# Gatehouse support bundle', at, intro, ...sections].join('\n\n');
}

/** Before the report folds its lines: what is in two parts is found by nobody. */
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

/** Each text by itself: behind the quotes of JSON its form would be another one. */
function cleanValue(value: unknown, clean: CleanText): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key), cleanValue(item, clean)]),
  );
}

function fileText(files: BundleFacts['files']): string {
  if (files === undefined) return 'The folder cannot be read.';
  if (files.length === 0) return 'none';
  return files
    .map(({ name, files: count, bytes }) => {
      const inside = name.endsWith('/')
        ? ` in ${String(count)} ${count === 1 ? 'file' : 'files'}`
        : '';
      return `${name}  ${formatSize(bytes)}${inside}`;
    })
    .join('\n');
}

function auditText(audit: BundleFacts['audit']): string {
  if (!audit.ok) return audit.failure.message;
  return audit.value.length === 0 ? 'none' : audit.value.map(auditLine).join('\n');
}

/** A fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}
