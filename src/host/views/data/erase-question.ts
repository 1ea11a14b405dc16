import path from 'node:path';
import { workspaceLabels, type StoredWorkspace } from '../../workspace-stores/workspace-registry';
import { httpProviders } from '../../../core/contracts/models';
import type { Result } from '../../../core/contracts/failure';
import type { StoreHealth } from '../../../core/contracts/store-health';
import { besideStore, isShared, type EraseSources } from './erase-all';
import { sizeOf as sizeSentence } from '../../../core/base/wording';
import { readdir, stat } from 'node:fs/promises';
import { ifMissing } from '../../../adapters/system/errno';
import { shown, shownCount, t } from '../../window/language';

export interface StorageItem {
  /** A folder ends in `/`. */
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/** By name; empty when there is no such folder. Rejects on other errors. */
export async function storageItems(folder: string): Promise<readonly StorageItem[]> {
  const items: StorageItem[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(ifMissing([]))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      items.push({ ...sumOf(await storageItems(file)), name: `${entry.name}/` });
    } else items.push({ name: entry.name, files: 1, bytes: await sizeOf(file) });
  }
  return items.sort((a, b) => a.name.localeCompare(b.name));
}

function sumOf(items: readonly StorageItem[]): Omit<StorageItem, 'name'> {
  return {
    files: items.reduce((sum, { files }) => sum + files, 0),
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** A file deleted meanwhile has no size. */
async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(ifMissing({ size: 0 }))).size;
}

export interface EraseQuestion {
  readonly message: string;
  readonly detail: string;
  readonly remove: string;
  /** Undefined when no key is stored. */
  readonly removeWithKeys: string | undefined;
}

/** A modal has no scroll bar. */
const namedPlaces = 6;

export function eraseQuestion(survey: DataInventory, home: string): EraseQuestion {
  const { health, copies, grants, others, hasKeys, isRunning } = survey;
  const stays = [t('your settings'), ...(hasKeys ? [t('API keys')] : []), t('the filters file')];
  const sharing = isShared(health)
    ? t(
        'Another window uses the storage of this workspace, so it is not deleted. Close that window first.',
      )
    : undefined;
  const parts = [
    sharing ?? `${t('In this workspace:')}\n${bullets(hereLines(health, copies))}`,
    others.length === 0 ? undefined : placesText(survey, home),
    everywhereText(grants),
    isRunning ? t('Running chats are stopped.') : undefined,
    t(
      'What stays: {0}, the files of your workspaces as they are now, and the data of workspaces that are open in another window.',
      stays.join(', '),
    ),
    t('This cannot be undone.'),
  ];
  return {
    message: t('Delete all Gatehouse data?'),
    detail: parts.filter((part) => part !== undefined).join('\n\n'),
    remove: t('Delete All Data'),
    removeWithKeys: hasKeys ? t('Delete Keys Too') : undefined,
  };
}

function hereLines(
  health: DataInventory['health'],
  copies: DataInventory['copies'],
): readonly string[] {
  const stored = health.ok
    ? [
        t('{0} and {1}', chatsText(health.value.conversations), outputsText(health.value.outputs)),
        logText(health.value.audit.entries),
      ]
    : [t('all chats, outputs and the audit log (they cannot be counted)')];
  return [...stored, copiesText(copies)];
}

function chatsText(count: number): string {
  return count === 1 ? t('1 chat') : t('{0} chats', shownCount(count));
}

function outputsText(count: number): string {
  return count === 1 ? t('1 full output') : t('{0} full outputs', shownCount(count));
}

function logText(entries: number): string {
  return entries === 1
    ? t('the audit log with 1 entry')
    : t('the audit log with {0} entries', shownCount(entries));
}

function copiesText({ files, bytes }: DataInventory['copies']): string {
  return files === 1
    ? t('the copies that Undo needs (1 file, {0})', shown(sizeSentence(bytes)))
    : t(
        'the copies that Undo needs ({0} files, {1})',
        shownCount(files),
        shown(sizeSentence(bytes)),
      );
}

function everywhereText(grants: number): string {
  if (grants === 0) return t('Everywhere: drafts.');
  return grants === 1
    ? t('Everywhere: drafts, and 1 remembered “Always allow” rule.')
    : t('Everywhere: drafts, and {0} remembered “Always allow” rules.', shownCount(grants));
}

function placesText({ others }: DataInventory, home: string): string {
  const labels = [...workspaceLabels(others, home).values()];
  const named = labels.slice(0, namedPlaces).join(', ');
  const rest = labels.length - namedPlaces;
  if (rest > 0) {
    return t('The same in {0} other places: {1}, and {2} more.', labels.length, named, rest);
  }
  return labels.length === 1
    ? t('The same in 1 other place: {0}.', named)
    : t('The same in {0} other places: {1}.', labels.length, named);
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `• ${line}`).join('\n');
}

export interface DataInventory {
  readonly health: Result<StoreHealth>;
  /** Copies of changed files, and records of commands. */
  readonly copies: { readonly files: number; readonly bytes: number };
  /** "Always allow" rules remembered for workspaces. */
  readonly grants: number;
  readonly others: readonly StoredWorkspace[];
  /** True when at least one API key is stored, or may be. */
  readonly hasKeys: boolean;
  readonly isRunning: boolean;
}

export async function takeInventory(sources: EraseSources): Promise<DataInventory> {
  const { apiKeys, window } = sources;
  const states = await Promise.all(httpProviders.map((each) => apiKeys.state(each)));
  return {
    health: await sources.store.health(),
    copies: await copiesIn(sources.storageFolder),
    grants: window.countGrants(),
    others: await (await sources.places()).others(),
    hasKeys: states.some(({ kind }) => kind !== 'none'),
    isRunning: window.isRunning(),
  };
}

async function copiesIn(folder: string): Promise<DataInventory['copies']> {
  const items = await Promise.all(besideStore.map((name) => storageItems(path.join(folder, name))));
  return sumOf(items.flat());
}
