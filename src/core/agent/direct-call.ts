import { isObject, parseJson } from '../base/json-read';

/** What a message is: text for the model, a call the person typed, or a slip to explain. */
export type TypedText =
  | { readonly type: 'message' }
  | { readonly type: 'call'; readonly tool: string; readonly args: string }
  | { readonly type: 'malformed'; readonly notice: string };

const toolForm =
  'Write /tool followed by a name and one JSON object: /tool grep {"pattern":"TODO"}';

/** Reads `!command` and `/tool name {json}` (DESIGN decision 37). */
export function readTypedText(text: string): TypedText {
  const trimmed = text.trim();
  if (trimmed.startsWith('!')) return shellCall(trimmed.slice(1).trim());
  // `/etc/hosts is …` is a message: a command's name holds no second slash.
  const command = /^\/([A-Za-z][\w-]*)(?=\s|$)/.exec(trimmed);
  if (command === null) return { type: 'message' };
  const [whole, name] = command;
  if (name === 'tool') return toolCall(trimmed.slice(whole.length).trim());
  return {
    type: 'malformed',
    notice: `There is no command ${whole}. Type !command to run a shell command, /tool to run a tool, or /status, /explain, /rules, /tools, /trust, /audit or /model to open a view. ${toolForm}`,
  };
}

function shellCall(command: string): TypedText {
  return command === ''
    ? { type: 'malformed', notice: 'Write the shell command after the mark: !npm test' }
    : { type: 'call', tool: 'bash', args: JSON.stringify({ command }) };
}

function toolCall(rest: string): TypedText {
  const parts = /^(\S+)\s*([\s\S]*)$/.exec(rest);
  const tool = parts?.[1];
  if (tool === undefined) return { type: 'malformed', notice: toolForm };
  const args = parts?.[2] ?? '';
  if (args === '') return { type: 'call', tool, args: '{}' };
  return isObject(parseJson(args)?.value)
    ? { type: 'call', tool, args }
    : {
        type: 'malformed',
        notice: `The arguments after "${tool}" are not one JSON object. ${toolForm}`,
      };
}
