export interface ImageSupportDeps {
  /** Whether the chosen model reads images. */
  readonly readsImages: (signal: AbortSignal) => Promise<boolean>;
  /** The answer has arrived. */
  readonly onChange: () => void;
}

/** Whether the chosen model takes images; asked only once an image is in a draft. */
export class ImageSupport {
  private taken = true;
  private asking: AbortController | undefined;

  constructor(private readonly deps: ImageSupportDeps) {}

  /** True until the model is known to read none. */
  get areTaken(): boolean {
    return this.taken;
  }

  /** Asks the model's provider, once for each model; `onChange` follows if it reads none. */
  ask(): void {
    if (this.asking !== undefined) return;
    const asking = new AbortController();
    this.asking = asking;
    void this.deps.readsImages(asking.signal).then(
      (areTaken) => {
        if (asking.signal.aborted || areTaken) return;
        this.taken = false;
        this.deps.onChange();
      },
      // The turn says what is wrong with the model.
      () => undefined,
    );
  }

  /** Another model, or other settings of it. */
  modelChanged(hasImages: boolean): void {
    this.dispose();
    this.taken = true;
    if (hasImages) this.ask();
  }

  dispose(): void {
    this.asking?.abort();
    this.asking = undefined;
  }
}
