import type { Failure } from '../../../core/contracts/failure';
import type { ModelOptions, HttpProvider } from '../../../core/contracts/models';
import type { ListedModel } from '../../../core/ports/llm';
import type { KeyState } from '../../secrets/api-keys';
import type { VscodeChat } from '../../models/vscode-chat';
import { t, shownFailure } from '../../window/language';

/** How a user gets a model. */
export type ProviderWay = 'vscode' | 'ollama' | 'anthropic' | 'openai' | 'openrouter' | 'other';

export type ModelChoice =
  | { readonly kind: 'model'; readonly id: string }
  | { readonly kind: 'add-model'; readonly provider?: HttpProvider }
  | { readonly kind: 'page'; readonly page: 'models' | 'providers' }
  | { readonly kind: 'set-up'; readonly way: ProviderWay }
  | { readonly kind: 'remove-key' }
  | { readonly kind: 'ask-again'; readonly source: ListSource }
  | { readonly kind: 'replay-file' }
  | { readonly kind: 'options' }
  /** An informational line. */
  | { readonly kind: 'nothing' };

export interface ModelItem {
  /** The heading of its group. */
  readonly group: string;
  /** A codicon before the label. */
  readonly icon?: 'info' | 'warning';
  readonly label: string;
  readonly description: string;
  readonly isCurrent?: boolean;
  /** A second line, for important details. */
  readonly detail?: string;
  readonly choice: ModelChoice;
}

export type ListSource = HttpProvider | 'vscode';

/** A list that is requested while the picker is open. */
export type ListState<T> =
  /** No request is possible: an address or a key is missing. */
  | { readonly kind: 'off' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly models: readonly T[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface ServerFacts {
  /** As the setting has it. */
  readonly address: string;
  readonly key: KeyState;
  readonly added: readonly string[];
  readonly list: ListState<ListedModel>;
}

export interface PickerFacts {
  readonly current: string;
  readonly servers: Readonly<Record<HttpProvider, ServerFacts>>;
  readonly vscode: ListState<VscodeChat>;
  readonly replayFile: string;
  readonly options: (modelId: string) => ModelOptions;
  /** The place where the window works, when not on the user's own machine. */
  readonly place: string | undefined;
}

export function describe(
  words: readonly string[],
  isCurrent: boolean,
): Pick<ModelItem, 'description' | 'isCurrent'> {
  const all = [...words, ...(isCurrent ? [t('current')] : [])];
  const description = all.filter((word) => word !== '').join(' · ');
  return isCurrent ? { description, isCurrent } : { description };
}

/** `128k`, `200k`, `1M`, `512`: tokens in a few characters. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  // Sizes are powers of two, or round: each looks best in its own kilo.
  const kilo = tokens % 8192 === 0 ? 1024 : 1000;
  const thousands = Math.round(tokens / kilo);
  if (thousands < 1000) return `${String(thousands)}k`;
  return `${(thousands / kilo).toFixed(1).replace(/\.0$/, '')}M`;
}

export interface KnownFacts {
  readonly contextTokens?: number | undefined;
  /** The maximum of the model; shown if less of it is used. */
  readonly mostContext?: number | undefined;
  readonly isContextAssumed?: boolean;
  readonly tools?: boolean | undefined;
  readonly images?: boolean | undefined;
  readonly reasoning?: boolean | undefined;
}

export function factLabels(facts: KnownFacts): readonly string[] {
  const { tools, images, reasoning } = facts;
  return [
    ...contextLabels(facts),
    ...(tools === undefined ? [] : [tools ? t('tools') : t('no tools')]),
    ...(images === true ? [t('images')] : []),
    ...(reasoning === true ? [t('reasoning')] : []),
  ];
}

function contextLabels(facts: KnownFacts): readonly string[] {
  const { contextTokens: used, mostContext: most = 0, isContextAssumed = false } = facts;
  if (used === undefined) return [];
  const shown = `${isContextAssumed ? '~' : ''}${shortTokens(used)}`;
  if (most > used) return [t('{0} of {1} context', shown, shortTokens(most))];
  return [t('{0} context', shown)];
}

export type StateLine = Omit<ModelItem, 'group'>;

export function failedLine(source: ListSource, label: string, failed: Failure): StateLine {
  return {
    icon: 'warning',
    label,
    description: t('choose to ask again'),
    detail: shownFailure(failed),
    choice: { kind: 'ask-again', source },
  };
}
