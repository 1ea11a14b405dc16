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

/** For `catch`: `value` if the file or folder does not exist; any other error is thrown again. */
export function ifMissing<const T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) return value;
    throw error;
  };
}
