import type { ShellReading } from '../contracts/shell-reading';
import { warnAfterLinks } from './after-links';
import { lastCommandOf } from './last-command';
import { oddBytes } from './odd-bytes';
import { type ScriptReaders, readScript } from './read-script';

/** Reads a command that runs in the folder of its call (security 3.2 steps 1 to 12). */
export function readCommand(command: string, readers: ScriptReaders): ShellReading {
  const { parts, blocked, doubts, script } = readScript(command, ['.'], readers);
  const last = script === undefined ? undefined : lastCommandOf(script);
  return {
    text: command,
    state: 'read',
    doubts: [...new Set([...oddBytes(command), ...doubts])],
    blocked,
    ...(last === undefined ? {} : { lastCommand: last }),
    parts: warnAfterLinks(parts, command),
  };
}
