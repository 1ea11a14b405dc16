import type { ShellReading } from '../contracts/shell-reading';
import { warnAfterLinks } from './after-links';
import { oddBytes } from './odd-bytes';
import { type ScriptReaders, readScript } from './read-script';

/** Reads a command that runs in the folder of its call (security 3.2 steps 1 to 12). */
export function readCommand(command: string, readers: ScriptReaders): ShellReading {
  const { parts, blocked, doubts } = readScript(command, ['.'], readers);
  return {
    text: command,
    state: 'read',
    doubts: [...new Set([...oddBytes(command), ...doubts])],
    blocked,
    parts: warnAfterLinks(parts, command),
  };
}
