import path from 'node:path';

/** The files of a storage folder. */
export const databaseName = 'gatehouse.db';
export const auditName = 'audit.jsonl';
export const journalName = 'records.journal';

/** Files of a window that is not the main one carry its token. */
const writerAudit = /^audit-([\w-]+)\.jsonl$/;
const writerJournal = /^records-([\w-]+)\.journal$/;

export function auditNameOf(token: string): string {
  return `audit-${token}.jsonl`;
}

export function journalNameOf(token: string): string {
  return `records-${token}.journal`;
}

export interface WriterFile {
  readonly name: string;
  readonly kind: 'audit' | 'journal';
  /** Undefined for the main window's. */
  readonly token: string | undefined;
}

/** The audit files and journals among `names`, the main window's first. */
export function writerFiles(names: readonly string[]): readonly WriterFile[] {
  return [...names]
    .sort((a, b) => Number(isMain(b)) - Number(isMain(a)) || a.localeCompare(b))
    .flatMap((name): WriterFile[] => {
      if (name === auditName) return [{ name, kind: 'audit', token: undefined }];
      if (name === journalName) return [{ name, kind: 'journal', token: undefined }];
      const audit = writerAudit.exec(name)?.[1];
      if (audit !== undefined) return [{ name, kind: 'audit', token: audit }];
      const journal = writerJournal.exec(name)?.[1];
      if (journal !== undefined) return [{ name, kind: 'journal', token: journal }];
      return [];
    });
}

function isMain(name: string): boolean {
  return name === auditName || name === journalName;
}

/** What is appended to `name` right now, and where: the intent is in the name (see `merge.ts`). */
export function mergingName(name: string, offset: number): string {
  return `${name}.merging-${offset}`;
}

export function parseMergingName(
  name: string,
): { readonly from: WriterFile; readonly offset: number } | undefined {
  const match = /^(.+)\.merging-(\d+)$/.exec(name);
  const from = writerFiles(match?.[1] === undefined ? [] : [match[1]])[0];
  return from === undefined ? undefined : { from, offset: Number(match?.[2]) };
}

export function inFolder(folder: string, name: string): string {
  return path.join(folder, name);
}
