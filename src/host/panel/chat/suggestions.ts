import { parseMeta, type AvailableCommand } from '../../../core/contracts/chats/acp';
import type { Failure } from '../../../core/contracts/failure';
import type { SuggestionItem } from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/system';
import type { ContextSources, FileMatch } from '../../context/context-parts';
import { promptCommands, suggestedResources } from '../../context/server-offers';
import { shownLine } from '../transcript/display-text';
import type { ChatReports } from './chat-deps';
import type { ChatList } from './chat-list';
import { isAborted } from '../../../core/base/async';
import { shown, t } from '../../window/language';
import { allOptional, lenient, storedSentence } from '../../../core/contracts/schema-parts';

export interface SuggestionDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly context: Pick<ContextSources, 'findFiles' | 'servers'>;
  readonly reports: Pick<ChatReports, 'notify' | 'warn'>;
  readonly answer: (query: string, items: readonly SuggestionItem[]) => void;
}

const maxTextChars = 500;
const maxCommands = 100;

const contexts = (): readonly (Extract<SuggestionItem, { type: 'context' }> & {
  readonly kind: 'selection' | 'problems' | 'terminal';
})[] => [
  context('selection', t('Editor selection')),
  context('problems', t('Errors and warnings in the workspace')),
  context('terminal', t('Last terminal output')),
];

function context<Kind extends 'selection' | 'problems' | 'terminal'>(kind: Kind, detail: string) {
  return { type: 'context', kind, label: kind, detail } as const;
}

/** Suggests completions for an `@` or a `/` in the draft; only the newest query is answered. */
export class Suggestions implements Disposable {
  private search = new AbortController();
  /** The query to repeat once the agent has reported its commands. */
  private early: string | undefined;
  private isReported = false;

  constructor(private readonly deps: SuggestionDeps) {}

  /** Settles when the search is over. */
  async suggest(query: string): Promise<void> {
    this.dispose();
    this.search = new AbortController();
    this.early = undefined;
    const words = query.slice(1).toLowerCase();
    const { signal } = this.search;
    await this.answer(query, words, signal);
    // Naming them is their first use.
    if (!words.startsWith('mcp')) return;
    await this.deps.context.servers.startOffering(signal);
    if (!isAborted(signal)) await this.answer(query, words, signal);
  }

  private async answer(query: string, words: string, signal: AbortSignal): Promise<void> {
    if (query.startsWith('/')) this.suggestCommands(query);
    else if (query.startsWith('@')) await this.suggestContext(query, words, signal);
    else this.deps.answer(query, []);
  }

  /** The agent of the active chat has reported its commands. */
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
      ...ownCommands(),
      ...promptCommands(this.deps.context.servers),
    ];
    const items = known
      .filter(({ name }, at) => known.findIndex((each) => each.name === name) === at)
      .filter(({ name }) => name.toLowerCase().startsWith(query.toLowerCase()))
      .map(({ name, detail }) => ({ type: 'command' as const, name, detail }));
    this.early = acp.commands === undefined ? query : undefined;
    this.deps.answer(query, items);
    if (this.early === undefined) return;
    acp.open().catch((error: unknown) => {
      // The first message reports the failure; here only the agent's part of the list is missing.
      this.deps.reports.warn(
        `The commands of the agent could not be listed: ${error instanceof Error ? error.message : '?'}`,
      );
    });
  }

  private async suggestContext(query: string, words: string, signal: AbortSignal): Promise<void> {
    const named = contexts().filter(({ kind }) => kind.startsWith(words));
    const files = await this.deps.context.findFiles(query.slice(1), signal);
    if (isAborted(signal)) return;
    if (!files.ok) this.report(files.failure);
    const resources = suggestedResources(this.deps.context.servers, words);
    const found = files.ok ? files.value.map(toFile) : [];
    this.deps.answer(query, [...named, ...resources, ...found]);
  }

  /** Each key searches again, so the user is notified only once that there is no search. */
  private report({ errorCode, message }: Failure): void {
    const { notify, warn } = this.deps.reports;
    warn(`No files are suggested: ${message}`);
    if (errorCode !== 'unavailable' || this.isReported) return;
    this.isReported = true;
    notify(message);
  }
}

/** ACP names commands without a slash; a name that cannot be typed is ignored. */
const commandMeta = allOptional({ said: lenient(storedSentence) });

function toCommand({ name, description, _meta }: AvailableCommand) {
  const { said } = parseMeta(commandMeta, _meta);
  const detail = said === undefined ? description : shown(said);
  return /^[\w-]{1,50}$/.test(name)
    ? [{ name: `/${name}`, detail: shownLine(detail, maxTextChars) }]
    : [];
}

function toFile({ path, label, detail }: FileMatch): SuggestionItem {
  return {
    type: 'context',
    kind: 'file',
    label: shownLine(label, maxTextChars),
    detail: shownLine(detail, maxTextChars),
    path,
  };
}

interface View {
  /** The VS Code command behind it. */
  readonly command: string;
  readonly detail: () => string;
}

/** Commands that the user can type instead of a message. */
const views: ReadonlyMap<string, View> = new Map([
  [
    '/status',
    { command: 'gatehouse.status', detail: () => t('Show model, gates, filters and storage') },
  ],
  ['/explain', { command: 'gatehouse.explain', detail: () => t('Explain an approval decision') }],
  [
    '/rules',
    { command: 'gatehouse.manageRules', detail: () => t('Show and change the permission rules') },
  ],
  [
    '/tools',
    { command: 'gatehouse.tools', detail: () => t('Choose the tools that the agent may use') },
  ],
  [
    '/trust',
    { command: 'gatehouse.setTrustLevel', detail: () => t('Set the trust level of tools') },
  ],
  [
    '/audit',
    { command: 'gatehouse.openAuditLog', detail: () => t('Open the record of all tool calls') },
  ],
  ['/model', { command: 'gatehouse.pickModel', detail: () => t('Choose the model') }],
]);

/** The panel's own commands, and the one that runs a tool, for the `/` suggestions. */
const ownCommands = (): readonly { readonly name: string; readonly detail: string }[] => [
  { name: '/tool', detail: t('Run a tool: {0}', toolExample) },
  ...[...views].map(([name, { detail }]) => ({ name, detail: detail() })),
];

const toolExample = '/tool grep {"pattern":"TODO"}';

/**
 * The command that opens a view by its short name, `/status`; undefined for everything else. None
 * takes arguments, runs a tool or changes a rule without asking (decision no-approval-by-command).
 */
export function viewCommandOf(text: string): string | undefined {
  return views.get(text.trim())?.command;
}
