import { HeldOutput } from './held-output';
import { isBlank, type ReportLine, type TestFormat, type TestReader } from './test-format';

const event = /^=== (?:RUN|PAUSE|CONT|NAME) +(\S+)/;
const verdict = /^( *)--- (PASS|FAIL|SKIP): (\S+) \(\d/;
const packageLine = /^(?:ok {2}|FAIL|\? {3})\t\S+/;
const crash = /^(?:panic: |fatal error: |runtime: |SIG[A-Z]+: |unexpected fault )/;
const end = /^(?:PASS|FAIL|exit status \d+|coverage: \d.*)$/;

/** More tests than these do not run at a time. */
const mostRunning = 10_000;

/** `go test`, also with -v: there a test prints before its verdict. */
export const go: TestFormat = {
  recognizes: (line) =>
    /^[=\-oF?]/.test(line) && (event.test(line) || verdict.test(line) || packageLine.test(line)),
  start: () => new GoReader(),
};

/** Owner of the current lines. */
type Scope = 'package' | 'test' | 'failed' | 'passed';

class GoReader implements TestReader {
  private readonly held = new HeldOutput();
  private readonly packages = new PackageList();
  /** Tests of the package that began and have no verdict; in parallel there are many. */
  private readonly running = new Set<string>();
  private current = '';
  private scope: Scope = 'package';

  read(line: string, report: ReportLine): void {
    const isPackage = this.isPackageLine(line);
    if (!isPackage) this.packages.close(report);
    if (isPackage) {
      this.breakOff(report);
      this.scope = 'package';
      this.packages.read(line, report);
    } else if (!this.readEvent(line, report) && !this.readVerdict(line, report)) {
      this.readOther(line, report);
    }
  }

  end(report: ReportLine): void {
    this.breakOff(report);
    this.packages.close(report);
  }

  /** While a test runs, its package cannot have passed: the test printed that. */
  private isPackageLine(line: string): boolean {
    if (!/^[oF?]/.test(line)) return false;
    return packageLine.test(line) && (this.running.size === 0 || line.startsWith('FAIL\t'));
  }

  private readEvent(line: string, report: ReportLine): boolean {
    const name = line.startsWith('=== ') ? event.exec(line)?.[1] : undefined;
    if (name === undefined) return false;
    const [top = name] = name.split('/', 1);
    if (line.startsWith('=== RUN') && this.running.size < mostRunning) this.running.add(top);
    this.current = top;
    this.scope = 'test';
    report('passed', line, 0);
    return true;
  }

  private readVerdict(line: string, report: ReportLine): boolean {
    const [, indent, word, name = ''] = line.includes('--- ') ? (verdict.exec(line) ?? []) : [];
    if (word === undefined) return false;
    if (indent !== '') {
      if (this.running.has(this.current)) return false;
      report(word === 'FAIL' ? 'failed' : 'passed', line);
      return true;
    }
    // A test that prints the verdict on another test proves nothing.
    if (this.running.size > 0 && !this.running.has(name)) return false;
    this.reportVerdict(line, word === 'FAIL', name, report);
    return true;
  }

  private reportVerdict(line: string, isFailed: boolean, name: string, report: ReportLine): void {
    const hasBegun = this.running.delete(name);
    this.scope = isFailed ? 'failed' : 'passed';
    const printed = this.held.take(name);
    if (!(isFailed && hasBegun) && printed.every(isBlank)) {
      report(isFailed ? 'failure' : 'passed', line, 0);
      return;
    }
    // Between the two lines everything is output of a test, whatever it looks like.
    report(isFailed ? 'failure' : 'place', `=== RUN   ${name}`, 0);
    for (const each of printed) report(isFailed ? 'detail' : 'printed', each);
    report(isFailed ? 'failed' : 'printed', line);
  }

  /** The run ended during tests: those that were running, and their output. */
  private breakOff(report: ReportLine): void {
    if (this.running.has(this.current)) report('text', `=== RUN   ${this.current}`, 0);
    for (const each of this.held.takeAll()) report('text', each);
    this.running.clear();
  }

  private readOther(line: string, report: ReportLine): void {
    if (crash.test(line)) {
      this.breakOff(report);
      // Below a failed test its panic belongs to its block.
      report(this.scope === 'failed' ? 'detail' : 'failure', line);
      this.scope = 'failed';
    } else if (this.scope === 'test' && this.running.has(this.current)) {
      if (this.held.hold(this.current, line)) return;
      for (const each of this.held.takeAll()) report('text', each);
      report('text', line);
    } else if (this.scope === 'failed' && !end.test(line)) report('detail', line);
    else if (this.scope === 'passed' && /^ {4}/.test(line)) report('printed', line);
    else reportPackage(line, report);
  }
}

function reportPackage(line: string, report: ReportLine): void {
  if (isBlank(line)) report('text', line);
  else if (line === 'PASS') report('place', line, 0);
  else if (line === 'FAIL') report('failed', line, 0);
  else report(/^coverage: \d/.test(line) ? 'summary' : 'text', line);
}

/** Passing packages that are named one by one. */
const maxNamedPackages = 8;

/** The lines with which `go test` ends each package; of many passed ones, the last is shown. */
class PackageList {
  private named = 0;
  private last: string | undefined;

  read(line: string, report: ReportLine): void {
    if (line.startsWith('?')) {
      report('passed', line);
      return;
    }
    if (!line.startsWith('ok')) {
      this.close(report);
      report('failed', line, 0);
      return;
    }
    // With a warning or a measurement, each line is different.
    const isPlain = /^ok {2}\t\S+\t(?:\d[\d.]*s|\(cached\))$/.test(line);
    if (this.named < maxNamedPackages || !isPlain) {
      this.close(report);
      this.named += 1;
      report('summary', line);
      return;
    }
    if (this.last !== undefined) report('row', this.last);
    this.last = line;
  }

  /** Reports the pending line, before anything else is reported. */
  close(report: ReportLine): void {
    if (this.last !== undefined) report('summary', this.last);
    this.last = undefined;
  }
}
