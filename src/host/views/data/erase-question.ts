import path from 'node:path';
import { workspaceLabels, type StoredWorkspace } from '../../workspace-stores/workspace-registry';
import { httpProviders } from '../../../core/contracts/models';
import type { Result } from '../../../core/contracts/failure';
import type { StoreHealth } from '../../../core/contracts/store-health';
import { besideStore, isShared, type EraseSources } from './erase-all';
import { counted, formatSize } from '../../../core/base/wording';
import { readdir, stat } from 'node:fs/promises';
import { ifMissing } from '../../../adapters/system/errno';

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
  const stays = ['your settings', ...(hasKeys ? ['API keys'] : []), 'the filters file'];
  const sharing = isShared(health)
    ? 'Another window uses the storage of this workspace, so it is not deleted. Close that window first.'
    : undefined;
  const parts = [
    sharing ?? `In this workspace:\n${bullets(hereLines(health, copies))}`,
    others.length === 0 ? undefined : `The same in ${placesText(survey, home)}.`,
    `Everywhere: drafts${grants === 0 ? '' : `, and ${counted(grants, 'remembered “Always allow” rule')}`}.`,
    isRunning ? 'Running chats are stopped.' : undefined,
    `What stays: ${stays.join(', ')}, the files of your workspaces as they are now, and the data of workspaces that are open in another window.`,
    'This cannot be undone.',
  ];
  return {
    message: 'Delete all Gatehouse data?',
    detail: parts.filter((part) => part !== undefined).join('\n\n'),
    remove: 'Delete All Data',
    removeWithKeys: hasKeys ? 'Delete Keys Too' : undefined,
  };
}

function hereLines(
  health: DataInventory['health'],
  copies: DataInventory['copies'],
): readonly string[] {
  const stored = health.ok
    ? [
        `${counted(health.value.conversations, 'chat')} and ${counted(health.value.outputs, 'full output')}`,
        `the audit log with ${counted(health.value.audit.entries, 'entry', 'entries')}`,
      ]
    : ['all chats, outputs and the audit log (they cannot be counted)'];
  const files = `${counted(copies.files, 'file')}, ${formatSize(copies.bytes)}`;
  return [...stored, `the copies that Undo needs (${files})`];
}

function placesText({ others }: DataInventory, home: string): string {
  const labels = [...workspaceLabels(others, home).values()];
  const named = labels.slice(0, namedPlaces).join(', ');
  const more =
    labels.length > namedPlaces ? `, and ${String(labels.length - namedPlaces)} more` : '';
  return `${counted(labels.length, 'other place')}: ${named}${more}`;
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
