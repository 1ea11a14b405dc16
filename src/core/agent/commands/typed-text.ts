import { inEnglish, say, sequence, type Sentence } from '../../base/sentence';
import { isObject, parseJson } from '../../contracts/json';
import { markCommand } from '../../base/exact-text';
import type { TypedPrompt } from '../turn/read-attached';
import type { SessionUpdate } from '../../contracts/chats/acp';

export type TypedText =
  | { readonly type: 'message' }
  | { readonly type: 'command'; readonly name: ChatCommandName }
  | { readonly type: 'shell'; readonly command: string }
  | { readonly type: 'call'; readonly tool: string; readonly args: string }
  | ({ readonly type: 'prompt' } & TypedPrompt)
  | { readonly type: 'malformed'; readonly notice: Sentence };

const toolForm = say`Write /tool followed by a name and one JSON object: ${'/tool grep {"pattern":"TODO"}'}`;

/** True for one line without characters that can mislead: what is seen is what runs (decision 75). */
export function isPlainLine(text: string): boolean {
  return !text.includes('\n') && markCommand(text) === text;
}

/** Reads `!command`, `/tool name {json}` (decision 37) and the commands of the chat. */
export function readTypedText(text: string): TypedText {
  const trimmed = text.trim();
  // `![alt](image.png)` is Markdown.
  if (trimmed.startsWith('!') && !trimmed.startsWith('![')) {
    return shellCall(trimmed.slice(1).trim());
  }
  const prompt = /^\/mcp\.([\w-]{1,32})\.([\w.-]{1,256})(?=\s|$)/.exec(trimmed);
  if (prompt !== null) {
    const [whole, server = '', command = ''] = prompt;
    return promptCall(server, command, trimmed.slice(whole.length).trim());
  }
  // `/etc/hosts is …` is a message: a command name has no second slash.
  const command = /^\/([A-Za-z][\w-]*)(?=\s|$)/.exec(trimmed);
  if (command === null) return { type: 'message' };
  const [whole, name = ''] = command;
  const rest = trimmed.slice(whole.length).trim();
  return name === 'tool' ? toolCall(rest) : chatCommand(name, rest);
}

function chatCommand(typed: string, rest: string): TypedText {
  const name = commandNames.find((known) => known === typed);
  if (viewNames.some((known) => known === typed) && rest !== '') {
    return { type: 'malformed', notice: say`${`/${typed}`} opens a view and takes no arguments.` };
  }
  if (name === undefined) {
    return {
      type: 'malformed',
      notice: sequence([
        say`There is no command ${`/${typed}`}. Type !command to run a shell command, /tool to run a tool, ${listed(commandNames)} for this chat, or ${listed(viewNames)} to open a view.`,
        toolForm,
      ]),
    };
  }
  return rest === ''
    ? { type: 'command', name }
    : { type: 'malformed', notice: say`${`/${name}`} takes no arguments.` };
}

const promptWord = /\s*([\w.-]{1,64})=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?=\s|$)/y;

/** Arguments are `key=value` words; a value with blanks is in double quotes. */
function promptCall(server: string, prompt: string, rest: string): TypedText {
  const args = new Map<string, string>();
  let at = 0;
  while (at < rest.length) {
    promptWord.lastIndex = at;
    const word = promptWord.exec(rest);
    const [, name = '', quoted, plain = ''] = word ?? [];
    if (word === null || args.has(name)) return { type: 'malformed', notice: promptFormNotice };
    args.set(name, quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'));
    at = promptWord.lastIndex;
  }
  return { type: 'prompt', server, prompt, args: Object.fromEntries(args) };
}

const promptFormNotice = say`Write each argument of the prompt once, as ${'name=value'} or ${'name="two words"'}.`;

function shellCall(command: string): TypedText {
  return command === ''
    ? {
        type: 'malformed',
        notice: say`Type a shell command after the exclamation mark: ${'!npm test'}`,
      }
    : { type: 'shell', command };
}

function toolCall(rest: string): TypedText {
  const parts = /^(\S+)\s*([\s\S]*)$/.exec(rest);
  const tool = parts?.[1];
  if (tool === undefined) return { type: 'malformed', notice: toolForm };
  const args = parts?.[2] ?? '';
  if (args === '') return { type: 'call', tool, args: '{}' };
  return isObject(parseJson(args))
    ? { type: 'call', tool, args }
    : {
        type: 'malformed',
        notice: sequence([say`The arguments after "${tool}" are not one JSON object.`, toolForm]),
      };
}

export const commandNames = ['clear', 'compact', 'context', 'cost'] as const;
export type ChatCommandName = (typeof commandNames)[number];

const commandDescriptions: Readonly<Record<ChatCommandName, Sentence>> = {
  clear: say`Clear the conversation and start fresh`,
  compact: say`Summarize older messages to free context`,
  context: say`Show what fills the context`,
  cost: say`Show tokens and cost of this chat`,
};

export const commandsUpdate: SessionUpdate = {
  sessionUpdate: 'available_commands_update',
  availableCommands: commandNames.map((name) => ({
    name,
    description: inEnglish(commandDescriptions[name]),
    _meta: { gatehouse: { said: commandDescriptions[name] } },
  })),
};

/** Commands that the client handles; suggested to a user who mistypes. */
const viewNames = ['status', 'explain', 'rules', 'tools', 'trust', 'audit', 'model'] as const;

function listed(names: readonly string[]): string {
  return names.map((name) => `/${name}`).join(', ');
}
