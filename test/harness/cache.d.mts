/** The folder for what the harness installs once per machine. */
export function cacheDir(): string;

/** The folder `name` there, built once by `build`. */
export function provision(name: string, build: (folder: string) => Promise<void>): Promise<string>;
