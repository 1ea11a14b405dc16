const plainWords = /^[\w./:=@,+%-]+(?: [\w./:=@,+%-]+)*$/;

/**
 * True for a command of nothing but words and single spaces: no quote, variable, glob, operator,
 * redirection, assignment or line break, so that the text is the whole of what runs.
 */
export function isPlainCommand(command: string): boolean {
  return command.length <= 1000 && plainWords.test(command) && !programWord(command).includes('=');
}

/** The first word of a command or of a pattern for commands. */
export function programWord(command: string): string {
  return command.split(' ', 1)[0] ?? '';
}
