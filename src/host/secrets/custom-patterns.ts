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

export interface CustomPatterns extends Disposable {
  /** The patterns in force. */
  readonly expressions: () => readonly RegExp[];
  /** Settles when the patterns that are set now are in force. */
  settled(): Promise<void>;
}

/**
 * Keeps the redactor in step with `gatehouse.filters.security.extraPatterns` (003-secrets-2): a
 * valid pattern applies everywhere once it has been checked, and a faulty one is reported once.
 */
export function applyCustomPatterns({
  settings,
  warn,
  report,
}: CustomPatternsDeps): CustomPatterns {
  let inForce: readonly RegExp[] = [];
  let known = '[]';
  let last: Promise<void> = Promise.resolve();

  async function use(patterns: readonly string[], text: string): Promise<void> {
    if (patterns.length === 0) {
      inForce = [];
      return;
    }
    const { expressions, problems } = await readPatterns(patterns);
    // What was set meanwhile is read next.
    if (text !== known) return;
    inForce = expressions;
    if (problems.length > 0) warn(notice(problems));
  }

  function refresh(): void {
    const patterns = settings.get('filters.security.extraPatterns');
    const text = JSON.stringify(patterns);
    if (text === known) return;
    known = text;
    last = last.then(() => use(patterns, text)).catch(report);
  }

  setExtraSecrets(() => inForce);
  const listening = settings.onDidChange(refresh);
  refresh();
  return {
    expressions: () => inForce,
    settled: () => last,
    dispose: () => {
      listening.dispose();
      inForce = [];
    },
  };
}

function notice(problems: readonly string[]): string {
  const what = 'Some patterns in gatehouse.filters.security.extraPatterns are not used';
  return `${what}: ${problems.join(' ')}`;
}
