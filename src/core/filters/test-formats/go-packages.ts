import type { ReportLine } from './test-format';

/** Passing packages that are named one by one. */
const maxNamedPackages = 8;

/** The lines by which `go test` ends each package; of many that passed the last is shown. */
export interface PackageList {
  read(line: string, tell: ReportLine): void;
  /** Something else comes. */
  close(tell: ReportLine): void;
}

export function createPackageList(): PackageList {
  let named = 0;
  let last: string | undefined;
  const close = (tell: ReportLine): void => {
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
      if (named < maxNamedPackages || !isPlain) {
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
