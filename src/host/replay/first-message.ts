import { Emitter } from '../../adapters/system/emitter';
import type { Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/system';
import type { Recording } from '../../core/wire/replay/recording';

export interface FirstMessageDeps {
  /** Absolute path of the recording in force; empty when a model answers. */
  readonly file: () => string;
  readonly read: (file: string) => Promise<Result<Recording>>;
}

/** The user's first message in the recording in force, which the panel offers as a button. */
export class FirstMessage implements Disposable {
  private readonly changed = new Emitter();
  private known: { readonly file: string; readonly text?: string } = { file: '' };

  constructor(private readonly deps: FirstMessageDeps) {}

  /** Undefined until the recording has been read, and when it cannot be; its failure is reported when it is played. */
  get(): string | undefined {
    const file = this.deps.file();
    if (file !== this.known.file) {
      this.known = { file };
      if (file !== '') void this.load(file);
    }
    return this.known.text;
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async load(file: string): Promise<void> {
    const recording = await this.deps.read(file);
    const text = recording.ok ? recording.value.turns[0]?.user : undefined;
    if (this.known.file !== file || text === undefined) return;
    this.known = { file, text };
    this.changed.fire();
  }
}
