import { PatternWorker } from '../../adapters/filters/pattern-worker';
import { setExtraSecrets, type ExtraSearch } from '../../core/base/redact/extra-secrets';
import type { Disposable } from '../../core/ports/system';
import { readPatterns, type ReadPattern } from './read-patterns';
import { t } from '../window/language';

export interface CustomPatternsDeps {
  readonly settings: {
    get(key: 'filters.security.extraPatterns'): readonly string[];
    onDidChange(listener: () => void): Disposable;
  };
  readonly warn: (message: string) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Keeps the redactor in step with `gatehouse.filters.security.extraPatterns` (003-secrets-2): a
 * valid pattern applies everywhere once it has been checked, and a faulty one is reported once. One
 * that takes too long on a text is off until the window is reloaded.
 */
export class CustomPatterns implements Disposable {
  private inForce: PatternWorker | undefined;
  private readonly slow = new Set<string>();
  private known = '[]';
  private last: Promise<void> = Promise.resolve();
  private readonly listening: Disposable;

  constructor(private readonly deps: CustomPatternsDeps) {
    setExtraSecrets(() => this.search());
    this.listening = deps.settings.onDidChange(() => {
      this.refresh();
    });
    this.refresh();
  }

  /** Both stages search with it; undefined without patterns. */
  search(): ExtraSearch | undefined {
    return this.inForce?.find;
  }

  /** Settles when the patterns that are set now are in force. */
  settled(): Promise<void> {
    return this.last;
  }

  dispose(): void {
    this.listening.dispose();
    this.replace([]);
  }

  private refresh(): void {
    const { settings, report } = this.deps;
    const patterns = settings.get('filters.security.extraPatterns');
    const text = JSON.stringify(patterns);
    if (text === this.known) return;
    this.known = text;
    this.last = this.last.then(() => this.use(patterns, text)).catch(report);
  }

  private async use(patterns: readonly string[], text: string): Promise<void> {
    const { read, problems } = await readPatterns(patterns);
    // What was set meanwhile is read next.
    if (text !== this.known) return;
    this.replace(read.filter(({ pattern }) => !this.slow.has(pattern)));
    if (problems.length > 0) this.deps.warn(unused(problems.join(' ')));
  }

  private replace(read: readonly ReadPattern[]): void {
    this.inForce?.dispose();
    this.inForce = read.length === 0 ? undefined : this.workerOf(read);
  }

  private workerOf(read: readonly ReadPattern[]): PatternWorker {
    return new PatternWorker(
      read.map(({ expression }) => expression),
      {
        onSlow: (slow) => {
          const found = read.find(({ expression }) => expression === slow);
          if (found === undefined) return;
          this.slow.add(found.pattern);
          this.deps.warn(tooSlow(found.number));
        },
        onBroken: () => {
          this.deps.warn(broken());
        },
      },
    );
  }
}

const setting = 'gatehouse.filters.security.extraPatterns';
const unused = (problems: string): string =>
  t('Some patterns in {0} are not used: {1}', setting, problems);
const broken = (): string =>
  t(
    'The patterns in {0} cannot be applied: no thread starts. Texts are withheld until you remove the patterns or reload the window.',
    setting,
  );

/** By its number because it may itself be a secret. */
function tooSlow(number: number): string {
  return t(
    'Pattern {0} in {1} took too long on a text and is off until you reload the window. Do not repeat a part that contains a repetition.',
    number,
    setting,
  );
}
