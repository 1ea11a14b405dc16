/** Words by which cargo says what it is at. */
const progress =
  /^ {2,}(?:Compiling|Checking|Building|Finished|Fresh|Downloading|Downloaded|Updating|Fetching|Locking|Adding|Removing|Blocking|Packaging|Verifying|Archiving|Unpacking|Documenting) /;

export function isCargoProgress(line: string): boolean {
  return line.startsWith('  ') && progress.test(line);
}
