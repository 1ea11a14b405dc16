import { sizeOf } from '../../../core/base/wording';
import { type Sentence, sequence, say } from '../../../core/base/sentence';
import { setImmediate } from 'node:timers/promises';
import type { SqlJsStatic } from 'sql.js';
import * as z from 'zod/mini';
import { parseJson } from '../../../core/contracts/json';
import type { Disk } from '../../system/disk';
import { ifMissing } from '../../system/errno';
import { createSerial } from '../../system/serial';
import { readWhole, replaceFile } from '../../system/whole-file';
import {
  chatsFolder,
  databaseName,
  deletedName,
  inFolder,
  parseChatFile,
} from '../disk/file-names';
import { fencedDisk } from '../disk/window-lock';
import { AuditDatabases, LostDatabase } from './audit-databases';
import { infoOf } from './chat-facts';
import { ChatFile } from './chat-file';
import { ChatList, listTables } from './chat-list';
import { DamagedDatabase, type StoreDatabase } from './database';
import { loadFile, setAside, writeFile, type WorkerContext } from './database-files';
import { GoneJournal, Journals } from './journals';
import { OpenChats } from './open-chats';
import type {
  RequestContext,
  RequestName,
  StoreRequests,
  Unsaved,
  WorkerEvents,
  WorkerFolder,
} from '../channel/protocol';

export interface EngineDeps {
  readonly disk: Disk;
  /** Called until it succeeds. */
  readonly openDatabase: () => Promise<SqlJsStatic>;
}

/** Another window may save while this one reads; then it reads again. */
const maxTries = 50;
const pruneIntervalMs = 3_600_000;
/** The list in memory, and what was read since it was saved. */
interface Loaded {
  readonly database: StoreDatabase;
  readonly list: ChatList;
  readonly chats: OpenChats;
  readonly audit: AuditDatabases;
  readonly journals: Journals;
  readonly context: WorkerContext;
  /** Of `gatehouse.db` when it was read or written. */
  state: string | undefined;
  readonly readOnly: Sentence | undefined;
  prunedAt: number | undefined;
  unsavedRecords: number;
  unsavedRows: number;
}

/** The databases of one folder; requests are answered one after another. */
export class FolderEngine {
  private readonly serial = createSerial();
  private readonly disk: Disk;
  private readonly context: Omit<WorkerContext, 'sqlJs'>;
  private now = 0;
  private loaded: Loaded | undefined;

  constructor(
    private readonly deps: EngineDeps,
    private readonly folder: WorkerFolder,
    private readonly events: WorkerEvents,
  ) {
    this.disk = fencedDisk(deps.disk, () => events.isHeld());
    this.context = { ...folder, disk: this.disk, events, now: () => this.now };
  }

  answer<N extends RequestName>(
    name: N,
    request: StoreRequests[N][0],
    context: RequestContext,
  ): Promise<StoreRequests[N][1]> {
    return this.serial.run(() => {
      this.now = context.now;
      return this.handlers[name](request, context);
    });
  }

  close(): Promise<void> {
    return this.serial.run(() => this.unload());
  }

  private readonly handlers: {
    readonly [N in RequestName]: (
      request: StoreRequests[N][0],
      context: RequestContext,
    ) => Promise<StoreRequests[N][1]>;
  } = {
    catchUp: (_, context) => this.query(context, (loaded) => unsavedOf(loaded)),
    save: (_, context) => this.save(context),
    forget: () => {
      this.unload();
      return Promise.resolve(null);
    },
    count: (_, context) =>
      this.query(context, ({ list, audit }) => ({ ...list.counts(), entries: audit.entries() })),
    'overflow.read': (request, context) =>
      this.query(context, async (loaded) => {
        const { id, conversationId } = request;
        if (loaded.list.output(id, conversationId) === undefined) return 'unknown';
        const file = await loaded.chats.get(conversationId);
        const output = loaded.list.output(id, conversationId);
        return (output && (await file.output(output, request))) ?? 'damaged';
      }),
    'chats.head': (id, context) => this.query(context, ({ list }) => list.head(id)),
    'chats.read': (id, context) =>
      this.query(context, async (loaded) => {
        const chat = loaded.list.find(id);
        const info = chat && infoOf(id, chat.facts);
        if (chat === undefined || info === undefined) return null;
        return { info, entries: await (await loaded.chats.get(id)).entries(chat.facts) };
      }),
    'chats.list': (request, context) => this.query(context, ({ chats }) => chats.search(request)),
    'audit.page': (request, context) => this.query(context, ({ audit }) => audit.page(request)),
    'audit.tools': (_, context) => this.query(context, ({ audit }) => audit.tools()),
  };

  /**
   * Runs `work` once everything durable is known; again if the main window has saved meanwhile, so
   * that it does not mix two states.
   */
  private async query<T>(
    context: RequestContext,
    work: (loaded: Loaded) => Promise<T> | T,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const loaded = await this.catchUp(context);
        const result = await work(loaded);
        if (this.folder.role === 'main' || (await this.isCurrent(loaded))) return result;
      } catch (error) {
        if (tries < maxTries && (await this.isRepaired(error))) continue;
        const isMoved = error instanceof GoneJournal || !(await this.isLoadedCurrent());
        if (!isMoved || tries === maxTries) throw error;
      }
      if (tries === maxTries) {
        throw new Error('The database changed during every attempt to read it.');
      }
      this.unload();
    }
  }

  /**
   * Sets a damaged database aside, so that what other files hold is read again, as the audit log is
   * for lost rows. False for any other error, and in a second window, which leaves files to the main
   * one.
   */
  private async isRepaired(error: unknown): Promise<boolean> {
    if (error instanceof LostDatabase) {
      this.loaded?.audit.startOver();
      return true;
    }
    if (!(error instanceof DamagedDatabase) || error.file === undefined) return false;
    if (this.folder.role !== 'main') return false;
    this.unload();
    await setAside(this.context, error.file, error.message);
    return true;
  }

  private async catchUp(context: RequestContext): Promise<Loaded> {
    if (this.folder.role === 'second' && !(await this.isLoadedCurrent())) this.unload();
    const isFirst = this.loaded === undefined;
    const loaded = (this.loaded ??= await this.load());
    const { list, chats, journals } = loaded;
    const names = await this.disk.names(this.folder.folder);
    let count = 0;
    for await (const { record, bytes } of journals.newRecords(names, context)) {
      count += 1;
      loaded.unsavedRecords += 1;
      chats.take(record, bytes, context);
      if (chats.isFull() && this.mayWrite(loaded)) await chats.write();
      if (count % 64 === 0) await setImmediate();
    }
    loaded.unsavedRows += await loaded.audit.catchUp(names, context);
    if (isFirst || context.now - (loaded.prunedAt ?? 0) >= pruneIntervalMs) {
      loaded.prunedAt = context.now;
      chats.expire(list.expire(context.now, context.retention));
    }
    return loaded;
  }

  private async save(context: RequestContext): Promise<null> {
    const loaded = await this.query(context, (known) => known);
    if (!this.mayWrite(loaded)) return null;
    const { now } = context;
    const { database, list, chats, audit, journals } = loaded;
    try {
      chats.expire(list.expire(now, context.retention));
      await chats.write();
      if (this.makeRoom(loaded, context)) await chats.write();
      await audit.write();
      const { folder } = this.folder;
      await this.disk.flushPath(folder);
      await this.writeDeleted(loaded);
      await writeFile(loaded.context, databaseName, database);
      await this.disk.flushPath(folder);
      loaded.state = await this.stateOfFile();
      await chats.removeOrphans();
      await audit.removeUnlisted(await this.disk.names(folder));
      await journals.removeDone();
      await this.disk.flushPath(folder);
      loaded.unsavedRecords = 0;
      loaded.unsavedRows = 0;
      return null;
    } catch (error) {
      if (await this.isRepaired(error)) return this.save(context);
      // After an error, load again from disk.
      this.unload();
      throw error;
    }
  }

  /** Next to the list, which may be lost: a deleted chat stays deleted. */
  private async writeDeleted({ list }: Loaded): Promise<void> {
    const path = inFolder(this.folder.folder, deletedName);
    const ids = Buffer.from(JSON.stringify(list.deleted()));
    const size = (await this.disk.entry(path))?.size ?? Buffer.byteLength('[]');
    // Ids are only added.
    if (size !== ids.length) await replaceFile(this.disk, path, ids);
  }

  private async readDeleted(): Promise<readonly string[]> {
    const bytes = await readWhole(this.disk, inFolder(this.folder.folder, deletedName));
    const ids = parseJson(Buffer.from(bytes ?? []).toString());
    return z.safeParse(z.array(z.string()), ids).data ?? [];
  }

  /** Removes the oldest outputs if everything together is too much. */
  private makeRoom({ list, chats }: Loaded, { maxBytes }: RequestContext): boolean {
    if (list.bytes() <= maxBytes) return false;
    const outputs = list.makeRoom(maxBytes);
    const room = sizeOf(maxBytes);
    if (outputs.size === 0) {
      this.events.report(
        say`Chats exceed the storage limit of ${room}. None was removed: delete some, or increase gatehouse.storage.maxMegabytes.`,
      );
      return false;
    }
    this.events.report(
      say`The oldest stored outputs were removed to keep the storage under ${room}. Increase gatehouse.storage.maxMegabytes to keep more.`,
    );
    chats.expire(outputs);
    return true;
  }

  private async load(): Promise<Loaded> {
    const { folder, role } = this.folder;
    const sqlJs = await this.deps.openDatabase();
    const context = { ...this.context, sqlJs };
    if (role === 'main') await this.disk.makeFolder(inFolder(folder, chatsFolder));
    const state = await this.stateOfFile();
    const { database, state: found } = await loadFile(context, databaseName, listTables);
    const list = new ChatList(database);
    const loaded: Loaded = {
      ...{ database, list, context, state },
      chats: new OpenChats(context, list),
      audit: new AuditDatabases(context, database),
      journals: new Journals(context),
      readOnly: found === 'newer' ? newerVersion : undefined,
      ...{ prunedAt: undefined, unsavedRecords: 0, unsavedRows: 0 },
    };
    if (found === 'newer') this.events.report(sequence([newerVersion, updateToSee]));
    if (found !== 'open') await this.restoreList(loaded);
    return loaded;
  }

  /** Makes the list again from the chats' files. */
  private async restoreList({ list, context }: Loaded): Promise<void> {
    const folder = inFolder(this.folder.folder, chatsFolder);
    const counts = new Map<string, number>();
    for (const name of await this.disk.names(folder).catch(ifMissing([]))) {
      const { stem, number = 1 } = parseChatFile(name) ?? {};
      if (stem !== undefined) counts.set(stem, Math.max(number, counts.get(stem) ?? 0));
    }
    for (const [stem, files] of counts) {
      const file = new ChatFile(context, { id: undefined, stem, files });
      const found = await file.describe();
      if (found.id !== undefined) list.restore(found.id, found, { files, bytes: file.size() });
      file.close();
    }
    list.restoreDeleted(await this.readDeleted());
  }

  private mayWrite({ readOnly }: Loaded): boolean {
    return this.folder.role === 'main' && readOnly === undefined;
  }

  private async isLoadedCurrent(): Promise<boolean> {
    return this.loaded === undefined || this.isCurrent(this.loaded);
  }

  private async isCurrent({ state }: Loaded): Promise<boolean> {
    return (await this.stateOfFile()) === state;
  }

  private async stateOfFile(): Promise<string | undefined> {
    return (await this.disk.entry(inFolder(this.folder.folder, databaseName)))?.state;
  }

  private unload(): void {
    const { loaded } = this;
    this.loaded = undefined;
    loaded?.chats.close();
    loaded?.audit.close();
    loaded?.database.close();
  }
}

const newerVersion = say`A newer version of Gatehouse wrote the database, so it was left unchanged.`;
const updateToSee = say`Only what this version understands is shown; new data is still saved. Update Gatehouse to see everything.`;

function unsavedOf({ unsavedRecords, unsavedRows, readOnly, chats }: Loaded): Unsaved {
  const records = unsavedRecords + Number(chats.hasExpired());
  return { records, auditRows: unsavedRows, ...(readOnly !== undefined && { readOnly }) };
}
