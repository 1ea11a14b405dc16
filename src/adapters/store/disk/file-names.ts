import path from 'node:path';
import type { Clock } from '../../../core/ports/system';
import type { Disk } from '../../system/disk';

/** A storage folder, and the disk it is on. */
export interface StoreFolder {
  readonly disk: Disk;
  readonly folder: string;
}

/** Files in the storage folder. */
export const databaseName = 'gatehouse.db';
export const journalName = 'records.journal';

/** Journals of other windows contain the window's token. */
const writerJournal = /^records-([\w-]+)\.journal$/;
const segment = /^records-([\w.-]+)\.segment$/;

export function journalNameOf(token: string): string {
  return `records-${token}.journal`;
}

/** A sealed journal, named by file id (see `record-files.ts`). */
export function segmentNameOf(id: string): string {
  return `records-${id}.segment`;
}

/** The segment id; undefined if this is not a segment. */
export function segmentIdOf(name: string): string | undefined {
  return segment.exec(name)?.[1];
}

/** The token of the window that owns the journal; undefined if this is not such a journal. */
export function journalTokenOf(name: string): string | undefined {
  return writerJournal.exec(name)?.[1];
}

export function isRecordFile(name: string): boolean {
  return (
    name === journalName || segmentIdOf(name) !== undefined || journalTokenOf(name) !== undefined
  );
}

/** A second window creates this file to ask the main window for a save. */
export function saveRequestName(id: string): string {
  return `save-${id}.request`;
}

export function isSaveRequest(name: string): boolean {
  return /^save-[\w-]+\.request$/.test(name);
}

/** True for any file of the store in any state, except locks. */
function isStoreFile(name: string): boolean {
  return /^(gatehouse\.db|records[-.].*|audit[-.].*)/.test(name);
}

/** True for unreadable files that were set aside. */
export function isSetAside(name: string): boolean {
  return isStoreFile(name) && /\.(corrupt|skipped)-[\dTZ-]+$/.test(name);
}

export function inFolder(folder: string, name: string): string {
  return path.join(folder, name);
}

/** A timestamp that is safe in file names. */
export function fileTimestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
}
