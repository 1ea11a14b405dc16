const headerLine =
  /^(?:index|similarity index|dissimilarity index|old mode|new mode|new file mode|deleted file mode|mode|rename from|rename to|copy from|copy to|---|\+\+\+|Binary files|changes:) /;

/** Whether a line can stand between the heading of a file and its first hunk. */
export function isHeaderLine(line: string): boolean {
  return headerLine.test(line);
}

/**
 * Whether a line of the header says nothing that the heading does not: object names, how alike two
 * files are, and names that stand in the heading already.
 */
export function isHeaderNoise(line: string, heading: string): boolean {
  if (/^(?:index|similarity index|dissimilarity index) /.test(line)) return true;
  if (!/^(?:---|\+\+\+) /.test(line)) return false;
  // A name with blanks ends with a tab.
  const name = line.slice(4).replace(/\t$/, '');
  if (name === '/dev/null') return true;
  if (!heading.startsWith('diff --git ')) {
    return heading.endsWith(` ${name.replace(/^[ab]\//, '')}`);
  }
  const isOld = line.startsWith('---');
  return isOld ? heading.startsWith(`diff --git ${name} `) : heading.endsWith(` ${name}`);
}
