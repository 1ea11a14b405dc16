import path from 'node:path';
import type { Clock } from '../../../core/ports/system';

/** The files of a storage folder. */
export const databaseName = 'gatehouse.db';
export const journalName = 'records.journal';

/** The journal of a window that is not the main one carries its token. */
const writerJournal = /^records-([\w-]+)\.journal$/;
const segment = /^records-([\w.-]+)\.segment$/;

export function journalNameOf(token: string): string {
  return `records-${token}.journal`;
}

/** A sealed journal, by the id of the file (see `record-files.ts`). */
export function segmentNameOf(id: string): string {
  return `records-${id}.segment`;
}

/** The id of a segment; undefined for what is none. */
export function segmentIdOf(name: string): string | undefined {
  return segment.exec(name)?.[1];
}

/** The token of the window whose journal this is; undefined for what is none. */
export function journalTokenOf(name: string): string | undefined {
  return writerJournal.exec(name)?.[1];
}

export function isRecordFile(name: string): boolean {
  return (
    name === journalName || segmentIdOf(name) !== undefined || journalTokenOf(name) !== undefined
  );
}

/** What a second window leaves to ask the main one for a save. */
export function saveRequestName(id: string): string {
  return `save-${id}.request`;
}

export function isSaveRequest(name: string): boolean {
  return /^save-[\w-]+\.request$/.test(name);
}

/** True for what the store has put into its folder, whatever its state; locks are not meant. */
function isStoreFile(name: string): boolean {
  return /^(gatehouse\.db|records[-.].*|audit[-.].*)/.test(name);
}

/** True for what was kept because it could not be read. */
export function isSetAside(name: string): boolean {
  return isStoreFile(name) && /\.(corrupt|skipped)-[\dTZ-]+$/.test(name);
}

export function inFolder(folder: string, name: string): string {
  return path.join(folder, name);
}

/** A time that may stand in a file name. */
export function fileTimestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
}
