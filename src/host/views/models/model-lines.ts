import type { Failure } from '../../../core/contracts/failure';
import type { ModelOptions } from '../../../core/contracts/model-facts';
import type { HttpProvider } from '../../../core/contracts/http-provider';
import type { ListedModel } from '../../../core/ports/model-lists';
import type { KeyState } from '../../models/api-keys';
import type { VscodeChat } from '../../models/vscode-chat';

/** What the person can choose in the model picker. */
export type ModelChoice =
  | { readonly kind: 'model'; readonly id: string }
  | { readonly kind: 'add-model'; readonly provider?: HttpProvider }
  | { readonly kind: 'address'; readonly provider?: HttpProvider }
  | { readonly kind: 'key'; readonly provider?: HttpProvider }
  | { readonly kind: 'ask-again'; readonly source: ListSource }
  | { readonly kind: 'replay-file' }
  | { readonly kind: 'options' }
  /** A line that only tells something. */
  | { readonly kind: 'nothing' };

export interface ModelItem {
  /** Stands above the first line of its group. */
  readonly group: string;
  /** A codicon before the label. */
  readonly icon?: 'info' | 'loading~spin' | 'remote' | 'warning';
  readonly label: string;
  readonly description: string;
  /** A second line, for what has to be read. */
  readonly detail?: string;
  readonly choice: ModelChoice;
}

/** Where lists of models come from. */
export type ListSource = HttpProvider | 'vscode';

/** A list that is asked for while the picker is open. */
export type ListState<T> =
  /** Nobody can be asked: an address or a key is missing. */
  | { readonly kind: 'off' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly models: readonly T[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A server as its group of lines shows it. */
export interface ServerFacts {
  /** As the setting has it. */
  readonly address: string;
  readonly key: KeyState;
  /** Names that the person added. */
  readonly added: readonly string[];
  readonly list: ListState<ListedModel>;
}

/** What stands behind every line. */
export interface PickerFacts {
  /** Id of the chosen model. */
  readonly current: string;
  readonly servers: Readonly<Record<HttpProvider, ServerFacts>>;
  readonly vscode: ListState<VscodeChat>;
  readonly replayFile: string;
  readonly options: (modelId: string) => ModelOptions;
  /** Where the window works, when not on the machine in front of the person. */
  readonly place: string | undefined;
}

/** Joins what is known; the chosen model says so. */
export function describe(words: readonly string[], isCurrent = false): string {
  return [...words, ...(isCurrent ? ['current'] : [])].filter((word) => word !== '').join(' · ');
}
