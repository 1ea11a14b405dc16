/** The folder for what the harness installs once per machine. */
export function cacheDir(): string;
