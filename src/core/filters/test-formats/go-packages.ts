import type { TellLine } from './test-format';

/** Passing packages that are named one by one. */
const most = 8;

/** The lines by which `go test` ends each package; of many that passed the last is shown. */
export interface PackageList {
  read(line: string, tell: TellLine): void;
  /** Something else comes. */
  close(tell: TellLine): void;
}

export function createPackageList(): PackageList {
  let named = 0;
  let last: string | undefined;
  const close = (tell: TellLine): void => {
    if (last !== undefined) tell('summary', last);
    last = undefined;
  };
  return {
    read: (line, tell) => {
      if (line.startsWith('?')) {
        tell('passed', line);
        return;
      }
      if (!line.startsWith('ok')) {
        close(tell);
        tell('failed', line, 0);
        return;
      }
      // Warned of, or measured: no two of them say the same.
      const isPlain = /^ok {2}\t\S+\t(?:\d[\d.]*s|\(cached\))$/.test(line);
      if (named < most || !isPlain) {
        close(tell);
        named += 1;
        tell('summary', line);
        return;
      }
      if (last !== undefined) tell('row', last);
      last = line;
    },
    close,
  };
}
