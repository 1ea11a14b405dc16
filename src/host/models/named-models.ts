import type { ErrorCategory } from '../../core/contracts/failure';
import type { SettingKey } from '../../core/contracts/settings/settings';
import type { ModelRegistry } from '../../core/ports/llm';
import type { Disposable } from '../../core/ports/system';
import { t, shownFailure } from '../window/language';

const named = ['agent.compressModel', 'retry.parameterReformatModel'] as const;
type NamedKey = (typeof named)[number];

/** These say nothing about the name. */
const passing: ReadonlySet<ErrorCategory> = new Set([
  'cancelled',
  'network_error',
  'rate_limited',
  'server_error',
  'timeout',
]);

export interface NamedModelsDeps {
  readonly settings: { get(key: NamedKey): string; onDidChange(listener: () => void): Disposable };
  readonly llms: Pick<ModelRegistry, 'get'>;
  readonly warn: (text: string, key: SettingKey) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Resolves the models that settings name besides the chat's own, at the start and when a name
 * changes, so that a wrong one is reported then and not when the model is needed.
 */
export class NamedModels implements Disposable {
  private readonly checked = new Map<NamedKey, string>();
  private readonly ending = new AbortController();
  private readonly watching: Disposable;

  constructor(private readonly deps: NamedModelsDeps) {
    this.watching = deps.settings.onDidChange(() => this.look());
    this.look();
  }

  dispose(): void {
    this.watching.dispose();
    this.ending.abort();
  }

  private look(): void {
    const { settings, report } = this.deps;
    for (const key of named) {
      const id = settings.get(key).trim();
      if (this.checked.get(key) === id) continue;
      this.checked.set(key, id);
      if (id !== '') this.check(key, id).catch(report);
    }
  }

  private async check(key: NamedKey, id: string): Promise<void> {
    const { llms, warn } = this.deps;
    const found = await llms.get(id, this.ending.signal);
    if (found.ok || passing.has(found.failure.category) || this.checked.get(key) !== id) return;
    const why = shownFailure(found.failure);
    warn(t('The model "{0}" in gatehouse.{1} cannot be used. {2}', id, key, why), key);
  }
}
