/** The code of a Node error (`ENOENT`); `''` if it has none. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** True if the error means that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return errnoOf(error) === 'ENOENT';
}
