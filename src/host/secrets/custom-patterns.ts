import { setExtraSecrets } from '../../core/base/redact/extra-secrets';
import type { Disposable } from '../../core/ports/disposable';
import { readPatterns } from './read-patterns';

export interface CustomPatternsDeps {
  readonly settings: {
    get(key: 'filters.security.extraPatterns'): readonly string[];
    onDidChange(listener: () => void): Disposable;
  };
  /** Reports the unused patterns. */
  readonly warn: (message: string) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Keeps the redactor in step with `gatehouse.filters.security.extraPatterns` (003-secrets-2): a
 * valid pattern applies everywhere once it has been checked, and a faulty one is reported once.
 */
export class CustomPatterns implements Disposable {
  private inForce: readonly RegExp[] = [];
  private known = '[]';
  private last: Promise<void> = Promise.resolve();
  private readonly listening: Disposable;

  constructor(private readonly deps: CustomPatternsDeps) {
    setExtraSecrets(() => this.inForce);
    this.listening = deps.settings.onDidChange(() => {
      this.refresh();
    });
    this.refresh();
  }

  expressions(): readonly RegExp[] {
    return this.inForce;
  }

  /** Settles when the patterns that are set now are in force. */
  settled(): Promise<void> {
    return this.last;
  }

  dispose(): void {
    this.listening.dispose();
    this.inForce = [];
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
    if (patterns.length === 0) {
      this.inForce = [];
      return;
    }
    const { expressions, problems } = await readPatterns(patterns);
    // What was set meanwhile is read next.
    if (text !== this.known) return;
    this.inForce = expressions;
    if (problems.length > 0) this.deps.warn(notice(problems));
  }
}

function notice(problems: readonly string[]): string {
  const what = 'Some patterns in gatehouse.filters.security.extraPatterns are not used';
  return `${what}: ${problems.join(' ')}`;
}
