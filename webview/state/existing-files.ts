/** Names of one request. */
const maxBatch = 200;
/** Names that wait; more are not looked for, so that no text can keep the host busy. */
const maxWaiting = 1000;
const maxKnown = 5000;
/** Milliseconds after which a missing file is looked for again: it may have been created. */
const missingMs = 10_000;

interface Question {
  readonly names: readonly string[];
  readonly answer: (found: ReadonlySet<string>) => void;
}

/** Which named files exist in the workspace. The host knows; it is asked once for many names. */
export class ExistingFiles {
  /** When the host said so, and what. */
  private readonly known = new Map<string, { readonly exists: boolean; readonly at: number }>();
  private readonly waiting = new Set<string>();
  private asked: readonly string[] = [];
  private questions: readonly Question[] = [];
  private isPlanned = false;

  constructor(
    private readonly ask: (names: readonly string[]) => void,
    private readonly now = () => performance.now(),
  ) {}

  /** Those of the names that exist, in time; never called when the page asks for too many. */
  find(names: readonly string[], answer: Question['answer']): void {
    const open = names.filter((name) => !this.isKnown(name));
    if (open.length === 0) {
      answer(this.existing(names));
      return;
    }
    if (this.waiting.size + open.length > maxWaiting) return;
    for (const name of open) {
      this.known.delete(name);
      this.waiting.add(name);
    }
    this.questions = [...this.questions, { names, answer }];
    this.plan();
  }

  /** The host has answered the names that were asked. */
  receive(found: readonly string[]): void {
    const exist = new Set(found);
    const at = this.now();
    for (const name of this.asked) {
      this.waiting.delete(name);
      this.known.set(name, { exists: exist.has(name), at });
    }
    this.asked = [];
    this.forgetOld();
    const open: Question[] = [];
    for (const question of this.questions) {
      if (question.names.some((name) => this.waiting.has(name))) open.push(question);
      else question.answer(this.existing(question.names));
    }
    this.questions = open;
    this.plan();
  }

  /** A new snapshot: an answer may be lost. */
  restart(): void {
    this.asked = [];
    this.plan();
  }

  /** Together with what else is drawn now. */
  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    queueMicrotask(() => {
      this.isPlanned = false;
      if (this.asked.length > 0 || this.waiting.size === 0) return;
      this.asked = [...this.waiting].slice(0, maxBatch);
      this.ask(this.asked);
    });
  }

  private isKnown(name: string): boolean {
    const known = this.known.get(name);
    return known !== undefined && (known.exists || this.now() - known.at < missingMs);
  }

  private existing(names: readonly string[]): ReadonlySet<string> {
    return new Set(names.filter((name) => this.known.get(name)?.exists));
  }

  private forgetOld(): void {
    const over = this.known.size - maxKnown;
    for (const name of over > 0 ? [...this.known.keys()].slice(0, over) : []) {
      this.known.delete(name);
    }
  }
}
