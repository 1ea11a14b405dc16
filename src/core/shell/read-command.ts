import type { ShellAnalysis } from '../contracts/shell-reading';
import { addSymlinkHazards } from './after-links';
import { lastCommandOf } from './last-command';
import { suspiciousCharacters } from './odd-bytes';
import { type AnalyzerDeps, analyzeScript } from './read-script';

/** Reads a command that runs in the folder of its call (security 3.2 steps 1 to 12). */
export function analyzeCommand(command: string, readers: AnalyzerDeps): ShellAnalysis {
  const { parts, blocked, doubts, script } = analyzeScript(command, ['.'], readers);
  const last = script === undefined ? undefined : lastCommandOf(script);
  return {
    text: command,
    state: 'read',
    doubts: [...new Set([...suspiciousCharacters(command), ...doubts])],
    blocked,
    ...(last === undefined ? {} : { lastCommand: last }),
    parts: addSymlinkHazards(parts, command),
  };
}
