import type { Recording } from '../../core/wire/replay/recording';

/** The text of a recording's file. */
export function replayText(recording: Recording): string {
  return `${JSON.stringify({ version: 1, ...recording }, null, 2)}\n`;
}

const maxName = 60;

/** A name that says what is in the file. */
export function replayFileName(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxName)
    .replace(/^-+|-+$/g, '');
  return `${words || 'conversation'}.replay.json`;
}
