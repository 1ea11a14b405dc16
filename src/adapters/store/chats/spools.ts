import { say } from '../../../core/base/sentence';
import { StreamRedactor } from '../../../core/base/redact/redact-stream';
import type { SpooledOutput } from '../../../core/contracts/calls/spooled-output';
import { succeed } from '../../../core/contracts/failure';
import type { OutputSpool, OutputSpools } from '../../../core/ports/output-spools';
import type { Ids } from '../../../core/ports/system';
import { createSerial } from '../../system/serial';
import { inFolder, spoolName } from '../disk/file-names';
import type { SessionQueue } from '../session/session-queue';
import { SpoolFile } from './spool-file';

/** Characters that are written at a time. */
const blockChars = 256 * 1024;
/** Characters that may wait for the disk before the command has to. */
const maxWaiting = 4 * 1024 * 1024;

export interface SpoolsOptions {
  readonly folder: string;
  readonly ids: Ids;
  readonly log: (line: string) => void;
  readonly maxBytes: () => number;
}

/**
 * Outputs of running commands, in one file each. What reaches the disk is redacted. A file goes when
 * its output is stored, when the store closes, or when the next window finds that its own has ended.
 */
export class Spools implements OutputSpools {
  private readonly spools = new Map<string, Spool>();

  constructor(
    private readonly queue: SessionQueue,
    private readonly options: SpoolsOptions,
  ) {}

  open(heldBytes: number, conversationId: string): OutputSpool {
    const id = this.options.ids.uuid();
    const spool = new Spool({
      ...{ id, heldBytes, conversationId },
      begin: () => this.begin(id),
      log: this.options.log,
      forget: () => this.spools.delete(id),
    });
    this.spools.set(id, spool);
    return spool;
  }

  /** A spool whose output is not stored yet. */
  find(id: string | undefined): Spool | undefined {
    return id === undefined ? undefined : this.spools.get(id);
  }

  async close(): Promise<void> {
    for (const spool of this.spools.values()) await spool.remove();
  }

  private async begin(id: string): Promise<SpoolFile> {
    const { folder, maxBytes } = this.options;
    const opened = await this.queue.run(say`Could not keep the output`, async ({ disk, lock }) => {
      const path = inFolder(folder, spoolName(lock.token, id));
      const file = await disk.open(path, 'create');
      return succeed(new SpoolFile(file, maxBytes(), () => disk.remove(path)));
    });
    if (opened.ok) return opened.value;
    throw new Error(opened.failure.message);
  }
}

interface SpoolParts {
  readonly id: string;
  readonly conversationId: string;
  readonly heldBytes: number;
  readonly begin: () => Promise<SpoolFile>;
  readonly log: (line: string) => void;
  readonly forget: () => void;
}

export class Spool implements OutputSpool {
  private readonly redactor = new StreamRedactor();
  private readonly serial = createSerial();
  /** All text so far, until it is too much for memory. */
  private held: string[] | undefined = [];
  private heldBytes = 0;
  private block: string[] = [];
  private blockChars = 0;
  private waiting = 0;
  private file: SpoolFile | undefined;
  private hasFailed = false;

  constructor(private readonly parts: SpoolParts) {}

  get id(): string {
    return this.parts.id;
  }

  get conversationId(): string {
    return this.parts.conversationId;
  }

  write(text: string): void {
    if (this.hasFailed) return;
    if (this.held === undefined) {
      this.add(text);
      return;
    }
    this.held.push(text);
    this.heldBytes += Buffer.byteLength(text);
    if (this.heldBytes <= this.parts.heldBytes) return;
    const { held } = this;
    this.held = undefined;
    for (const each of held) this.add(each);
  }

  drained(): Promise<void> | undefined {
    return this.waiting > maxWaiting ? this.serial.run(() => undefined) : undefined;
  }

  soFar(): SpooledOutput | undefined {
    if (this.held !== undefined || this.hasFailed) return undefined;
    const { file, parts, redactor } = this;
    const { bytes = 0, isWhole = true } = file ?? {};
    return { id: parts.id, bytes, isWhole, kinds: redactor.kinds() };
  }

  async end(): Promise<SpooledOutput | undefined> {
    if (this.held === undefined) this.keep(() => this.redactor.flush());
    await this.read(() => Promise.resolve());
    const spooled = this.soFar();
    if (spooled === undefined) await this.remove();
    return spooled;
  }

  /**
   * Reads the file once all text is in it but for what the redactor still holds back. Undefined if
   * there is none, or it lacks something.
   */
  read<T>(work: (file: SpoolFile) => Promise<T>): Promise<T | undefined> {
    if (this.blockChars > 0) this.passBlock();
    return this.serial.run(() =>
      this.file === undefined || this.hasFailed ? undefined : work(this.file),
    );
  }

  /** Removes the file. */
  remove(): Promise<void> {
    this.parts.forget();
    return this.serial.run(async () => {
      const { file } = this;
      this.file = undefined;
      await file?.remove().catch(this.parts.log);
    });
  }

  private add(text: string): void {
    this.keep(() => this.redactor.push(text));
    if (this.blockChars >= blockChars) this.passBlock();
  }

  private keep(redacted: () => string): void {
    if (this.hasFailed) return;
    try {
      const text = redacted();
      this.block.push(text);
      this.blockChars += text.length;
    } catch (error) {
      this.fail(error);
    }
  }

  private passBlock(): void {
    const { blockChars: chars } = this;
    const bytes = Buffer.from(this.block.join(''));
    this.block = [];
    this.blockChars = 0;
    this.waiting += chars;
    void this.serial.run(async () => {
      try {
        if (this.hasFailed) return;
        this.file ??= await this.parts.begin();
        await this.file.append(bytes);
      } catch (error) {
        this.fail(error);
      } finally {
        this.waiting -= chars;
      }
    });
  }

  private fail(error: unknown): void {
    this.hasFailed = true;
    this.block = [];
    this.parts.log(`An output is kept in part: ${String(error)}`);
  }
}
