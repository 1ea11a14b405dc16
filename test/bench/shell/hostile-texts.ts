import { ordinaryCommands } from '../../fixtures/shell/ordinary-commands';

/** Characters of each text; the most that a call may have. */
const size = 50_000;

function filled(unit: string, head = '', tail = ''): string {
  const room = size - head.length - tail.length;
  return head + unit.repeat(Math.ceil(room / unit.length)).slice(0, room) + tail;
}

function nested(open: string, close: string): string {
  const count = Math.floor(size / (open.length + close.length)) - 1;
  return `${open.repeat(count)}ls${close.repeat(count)}`;
}

/** Texts that are meant to take long: nested, repeated, or open to the end. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'nested substitutions': nested('echo $(', ')'),
  'nested conditions': nested('if a;then ', ';fi'),
  'wrappers behind wrappers': filled('timeout 5 env A=1 nice -n 5 nohup ', '', 'ls'),
  'wrappers with options that are not known': filled('xargs -Z sudo -q ', '', 'ls'),
  'places where a command may begin': filled('a ', 'docker run -Z '),
  'commands of find': filled('-exec ls \\; ', 'find . '),
  'options with values': filled('-o=a ', 'git log '),
  'abbreviated options': filled('--o ', 'git log '),
  'abbreviated verbs': filled('e ', 'npm '),
  'lists in braces': filled('{a,b} ', 'echo '),
  globs: filled('ls *;'),
  'many globs': filled('cat s*/*.t? [a-c]*.{ts,md};'),
  'steps up': filled('a/../b ', 'cat '),
  'values that may be paths': filled('a=b:c ', 'foo '),
  'here-documents': filled('cat <<A\nx\nA\n'),
  'pieces of words': filled(`'a'"b"\\c`, 'echo '),
  'quotes without an end': filled('"', 'echo '),
  'short commands': filled('a;'),
  pipes: filled('a|', '', 'a'),
  'folders that change': filled('cd a;cat b;'),
  'texts for eval': filled('eval a;'),
  'texts for shells': filled(`bash -c 'ls';`),
  'one long text for a shell': filled('ls;', "bash -c '", "'"),
  links: filled('ln -s a b;'),
};

/** Ordinary commands, one a line, of the same length. */
export function ordinaryText(folder: string): string {
  const lines = ordinaryCommands.flatMap(({ commands }) => commands).join('\n');
  return filled(`${lines.replaceAll('%ROOT%', folder)}\n`);
}
