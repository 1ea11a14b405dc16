import { StreamRedactor } from '../../../core/base/redact/redact-stream';
import type { SpooledOutput } from '../../../core/contracts/calls/spooled-output';
import { succeed } from '../../../core/contracts/failure';
import type { OutputSpool, OutputSpools } from '../../../core/ports/output-spools';
import type { Ids } from '../../../core/ports/system';
import { createSerial } from '../../system/serial';
import { inFolder, spoolName } from '../disk/file-names';
import type { Session } from '../session/session';
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

interface OpenSpool {
  readonly file: SpoolFile;
  readonly remove: () => Promise<void>;
}

/**
 * Outputs of running commands, in one file each. What reaches the disk is redacted. A file goes when
 * its output is stored, when the store closes, or when the next window finds that its own has ended.
 */
export class Spools implements OutputSpools {
  private readonly files = new Map<string, OpenSpool>();

  constructor(
    private readonly queue: SessionQueue,
    private readonly options: SpoolsOptions,
  ) {}

  open(heldBytes: number): OutputSpool {
    const id = this.options.ids.uuid();
    return new Spool({ id, heldBytes, begin: () => this.begin(id), log: this.options.log });
  }

  /** The output of a spool that has ended. Call `remove` once. */
  find(id: string | undefined): OpenSpool | undefined {
    return id === undefined ? undefined : this.files.get(id);
  }

  async close(): Promise<void> {
    for (const { remove } of this.files.values()) await remove();
  }

  private async begin(id: string): Promise<SpoolFile> {
    const { folder, maxBytes } = this.options;
    const opened = await this.queue.run('keep the output', async (session: Session) => {
      const path = inFolder(folder, spoolName(session.lock.token, id));
      const file = new SpoolFile(await session.disk.open(path, 'create'), maxBytes());
      const remove = async (): Promise<void> => {
        this.files.delete(id);
        await file.close();
        await session.disk.remove(path);
      };
      this.files.set(id, { file, remove: () => remove().catch(this.options.log) });
      return succeed(file);
    });
    if (opened.ok) return opened.value;
    throw new Error(opened.failure.message);
  }
}

interface SpoolParts {
  readonly id: string;
  readonly heldBytes: number;
  readonly begin: () => Promise<SpoolFile>;
  readonly log: (line: string) => void;
}

class Spool implements OutputSpool {
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

  async end(): Promise<SpooledOutput | undefined> {
    if (this.held !== undefined) return undefined;
    this.keep(() => this.redactor.flush());
    this.passBlock();
    await this.serial.run(() => undefined);
    const { file, parts, hasFailed } = this;
    if (file === undefined || hasFailed) return undefined;
    const kinds = this.redactor.kinds();
    return { id: parts.id, bytes: file.bytes, isWhole: file.isWhole(), kinds };
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
