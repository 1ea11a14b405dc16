import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Disk } from '../../system/disk';

/** A storage folder, and the disk it is on. */
export interface StoreFolder {
  readonly disk: Disk;
  readonly folder: string;
}

/** The list of chats, outputs and audit files. */
export const databaseName = 'gatehouse.db';
/** The ids of deleted chats, as JSON: they stay deleted if the list is lost. */
export const deletedName = 'deleted.json';
/** The folder of the chats' files. */
export const chatsFolder = 'chats';

const journal = /^journal-([\w-]+)\.(\d+)\.(?:log|wal)$/;
/** Journals of versions up to 4. */
const oldJournal = /^records(?:\.journal|-[\w-]+\.journal|-[\w.-]+\.segment)$|\.wal$/;
const auditDatabase = /^audit\.(\d{5,})\.db$/;
const chatFile = /^([\w-]+?)(?:\.(\d+))?\.db$/;

/** A window writes its journals one after another; the last one may be incomplete. */
export function journalNameOf(token: string, number: number): string {
  return `journal-${token}.${number}.log`;
}

/** The window that writes a journal, and its number; undefined for any other file. */
export function parseJournalName(
  name: string,
): { readonly token: string; readonly number: number } | undefined {
  const [, token, number] = journal.exec(name) ?? [];
  return token === undefined ? undefined : { token, number: Number(number) };
}

/** The output of a running command of a window. */
export function spoolName(token: string, id: string): string {
  return `spool-${token}.${id}.txt`;
}

/** The window that writes a spool; undefined for any other file. */
export function spoolToken(name: string): string | undefined {
  return /^spool-([\w-]+)\.[\w-]+\.txt$/.exec(name)?.[1];
}

/** The window that writes a journal of any version; undefined if only a main window did. */
export function journalToken(name: string): string | undefined {
  return parseJournalName(name)?.token ?? /^records-([\w-]+)\.journal$/.exec(name)?.[1];
}

export function isOldJournal(name: string): boolean {
  return oldJournal.test(name);
}

/** A file of rows of the audit log; all but the last one are complete. */
export function auditDatabaseName(number: number): string {
  return `audit.${String(number).padStart(5, '0')}.db`;
}

export function auditDatabaseNumber(name: string): number | undefined {
  const number = auditDatabase.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The part of the file name that stands for a chat: its id, where that can be a file name. */
export function chatFileStem(id: string): string {
  if (/^[a-z0-9][a-z0-9-]{4,63}$/.test(id)) return id;
  return `x_${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;
}

/** A file of a chat, in its folder; a large chat continues in the next number. */
export function chatFileName(stem: string, number: number): string {
  return path.join(chatsFolder, number === 1 ? `${stem}.db` : `${stem}.${number}.db`);
}

export function parseChatFile(
  name: string,
): { readonly stem: string; readonly number: number } | undefined {
  const [, stem, number] = chatFile.exec(name) ?? [];
  return stem === undefined ? undefined : { stem, number: Number(number ?? 1) };
}

/** A second window creates this file to ask the main window for a save. */
export function saveRequestName(id: string): string {
  return `save-${id}.request`;
}

export function isSaveRequest(name: string): boolean {
  return /^save-[\w-]+\.request$/.test(name);
}

/** True for a file that takes the place of another one when it is finished. */
export function isTemporary(name: string): boolean {
  return /^(gatehouse|audit\.\d+)\.db\..*\.tmp$|^records.*\.tmp$/.test(name);
}

/** True for unreadable files that were set aside. */
export function isSetAside(name: string): boolean {
  return (
    /^(gatehouse\.db|records[-.]|journal-|audit[-.])|\.db\./.test(name) &&
    /\.(corrupt|skipped)-[\dTZ-]+$/.test(name)
  );
}

/** The name of a file that is set aside. */
export function asideName(name: string, now: number, why = 'corrupt'): string {
  return `${name}.${why}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
}

export function inFolder(folder: string, name: string): string {
  return path.join(folder, name);
}
