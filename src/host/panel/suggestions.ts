import { escapeControlInline } from '../../core/base/escape-control';
import { isAborted } from '../../core/base/is-aborted';
import type { AvailableCommand } from '../../core/contracts/acp';
import type { SuggestionItem } from '../../core/contracts/panel';
import type { Disposable } from '../../core/ports/disposable';
import type { ContextSources, FileMatch } from '../context/types';
import { cutMarked } from './card-text';
import type { ChatList } from './chats';
import { ownCommands } from './slash-commands';

export interface SuggestionDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly context: Pick<ContextSources, 'findFiles'>;
  readonly warn: (message: string) => void;
  readonly answer: (query: string, items: readonly SuggestionItem[]) => void;
}

/** In characters. */
const maxText = 500;
const maxCommands = 100;

const contexts: readonly (Extract<SuggestionItem, { type: 'context' }> & {
  readonly kind: 'selection' | 'problems' | 'terminal';
})[] = [
  context('selection', 'What is selected in the editor'),
  context('problems', 'Errors and warnings of the workspace'),
  context('terminal', 'What the last command in the terminal printed'),
];

function context<Kind extends 'selection' | 'problems' | 'terminal'>(kind: Kind, detail: string) {
  return { type: 'context', kind, label: kind, detail } as const;
}

/** Answers what an `@` or a `/` in the draft may become; only the newest query is answered. */
export class Suggestions implements Disposable {
  private search = new AbortController();
  /** The query that is answered again once the agent has said what it can be told. */
  private early: string | undefined;

  constructor(private readonly deps: SuggestionDeps) {}

  /** Settles when the search is over; never rejects. */
  async suggest(query: string): Promise<void> {
    this.dispose();
    this.search = new AbortController();
    this.early = undefined;
    const words = query.slice(1).toLowerCase();
    if (query.startsWith('/')) this.suggestCommands(query);
    else if (query.startsWith('@')) await this.suggestContext(query, words, this.search.signal);
    else this.deps.answer(query, []);
  }

  /** The agent of the active chat has said what it can be told. */
  commandsChanged(): void {
    if (this.early !== undefined) this.suggestCommands(this.early);
  }

  /** Ends a search that runs. */
  dispose(): void {
    this.search.abort();
  }

  private suggestCommands(query: string): void {
    const { acp } = this.deps.chats.active;
    const known = [
      ...(acp.commands ?? []).slice(0, maxCommands).flatMap(toCommand),
      ...ownCommands,
    ];
    const items = known
      .filter(({ name }, at) => known.findIndex((each) => each.name === name) === at)
      .filter(({ name }) => name.startsWith(query.toLowerCase()))
      .map(({ name, detail }) => ({ type: 'command' as const, name, detail }));
    this.early = acp.commands === undefined ? query : undefined;
    this.deps.answer(query, items);
    if (this.early === undefined) return;
    acp.open().catch((error: unknown) => {
      // The first message tells the person; here it costs only the agent's part of the list.
      this.deps.warn(`No commands of the agent: ${error instanceof Error ? error.message : '?'}`);
    });
  }

  private async suggestContext(query: string, words: string, signal: AbortSignal): Promise<void> {
    const named = contexts.filter(({ kind }) => kind.startsWith(words));
    let files: readonly FileMatch[] = [];
    try {
      files = await this.deps.context.findFiles(query.slice(1), signal);
    } catch (error) {
      if (isAborted(signal)) return;
      const reason = error instanceof Error ? error.message : 'unknown';
      this.deps.warn(`Files could not be searched: ${reason}`);
    }
    if (!isAborted(signal)) this.deps.answer(query, [...named, ...files.map(toFile)]);
  }
}

/** ACP names commands without a slash; a name that nobody can type is none. */
function toCommand({ name, description }: AvailableCommand) {
  return /^[\w-]{1,50}$/.test(name) ? [{ name: `/${name}`, detail: shown(description) }] : [];
}

function toFile({ path, label, detail }: FileMatch): SuggestionItem {
  return { type: 'context', kind: 'file', label: shown(label), detail: shown(detail), path };
}

function shown(text: string): string {
  return cutMarked(escapeControlInline(text), maxText);
}
