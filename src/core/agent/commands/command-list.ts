import type { SessionUpdate } from '../../contracts/acp';

/** The commands of a chat that the agent runs, in the order in which they are listed. */
export const commandNames = ['clear', 'compact', 'context', 'cost'] as const;
export type ChatCommandName = (typeof commandNames)[number];

const commandDescriptions: Readonly<Record<ChatCommandName, string>> = {
  clear: 'Forget the conversation: the model starts anew, with no counters, quota or known files',
  compact: 'Put a summary in the place of older messages',
  context: 'Show what fills the context of the model',
  cost: 'Show what this chat has used and what it cost',
};

/** Tells the client of them. */
export const commandsUpdate: SessionUpdate = {
  sessionUpdate: 'available_commands_update',
  availableCommands: commandNames.map((name) => ({
    name,
    description: commandDescriptions[name],
  })),
};

/** Those that the client opens itself; named to a person who mistypes. */
const viewNames = ['status', 'explain', 'rules', 'tools', 'trust', 'audit', 'model'] as const;

export function isViewCommand(name: string): boolean {
  return viewNames.some((known) => known === name);
}

export function findCommand(name: string): ChatCommandName | undefined {
  return commandNames.find((known) => known === name);
}

/** `/clear, /compact …` */
export function listedCommands(): string {
  return commandNames.map((name) => `/${name}`).join(', ');
}

/** `/status, /explain … or /model` */
export function listedViews(): string {
  const names = viewNames.map((name) => `/${name}`);
  return `${names.slice(0, -1).join(', ')} or ${names.slice(-1).join('')}`;
}
