import { isCargoProgress } from './cargo-progress';
import { createNameSet } from './name-set';
import { isBlank, nothingToReport, type LineKind, type ReportLine, type TestReader } from './test-format';

/** `test name ... ok`, also with `--report-time`. */
const libtestVerdict = /^test (.+?)(?: - should panic)? \.\.\. (ok|ignored|FAILED|failed)(?:$|[ ,(<])/;
/** `cargo test -q` names failures by this. */
const quietFailure = /^(\S.*?)(?: - should panic)? --- FAILED$/;
const dots = /^[.iF]+(?: \d+\/\d+)?$/;
const block = /^---- .+ std(?:out|err) ----$/;
const running = /^running \d+ tests?$/;
const advice = /^note: run with `RUST_BACKTRACE=1` environment variable/;
const result = 'test result: ';

/** The harness of Rust's own tests. */
export function isLibtestLine(line: string): boolean {
  if (line.startsWith('test ')) return libtestVerdict.test(line) || line.startsWith(result);
  return line.startsWith('running ') && running.test(line);
}

type LibtestSection = 'verdicts' | 'blocks' | 'names' | 'successes';

export class LibtestReader implements TestReader {
  private readonly failed = createNameSet();
  private section: LibtestSection = 'verdicts';
  readonly end = nothingToReport;

  read(line: string, tell: ReportLine): void {
    switch (this.section) {
      case 'verdicts':
        this.readVerdict(line, tell);
        return;
      case 'blocks':
        this.readBlock(line, tell);
        return;
      case 'names':
        this.readName(line, tell);
        return;
      case 'successes':
        this.readSuccess(line, tell);
    }
  }

  private readVerdict(line: string, tell: ReportLine): void {
    if (line.endsWith(' ... ok') && line.startsWith('test ')) tell('passed', line);
    else if (line.startsWith(result)) tell('summary', line);
    else if (line.startsWith('test ')) this.readTest(line, tell);
    else if (line === 'failures:') this.enter('blocks', 'passed', line, tell);
    else if (line === 'successes:') this.enter('successes', 'passed', line, tell);
    else if (block.test(line)) this.enter('blocks', 'failure', line, tell);
    else if (isTarget(line)) tell('place', line, 0);
    else this.readOther(line, tell);
  }

  private readTest(line: string, tell: ReportLine): void {
    const [, name = '', word] = libtestVerdict.exec(line) ?? [];
    if (word === 'FAILED' || word === 'failed') this.fail(name, line, tell);
    else tell(word === undefined ? 'text' : 'passed', line);
  }

  private readOther(line: string, tell: ReportLine): void {
    const name = line.endsWith(' --- FAILED') ? quietFailure.exec(line)?.[1] : undefined;
    if (name !== undefined) this.fail(name, line, tell);
    else tell(libtestKind(line), line);
  }

  private fail(name: string, line: string, tell: ReportLine): void {
    this.failed.add(name);
    tell('failed', line);
  }

  private readBlock(line: string, tell: ReportLine): void {
    if (block.test(line)) tell('failure', line);
    else if (line === 'failures:') this.enter('names', 'passed', line, tell);
    else if (isBrokenOff(line)) {
      this.section = 'verdicts';
      this.readVerdict(line, tell);
    } else tell(advice.test(line) ? 'passed' : 'detail', line);
  }

  private readName(line: string, tell: ReportLine): void {
    if (line.startsWith('    ')) tell(this.failed.isNew(line.trim()) ? 'failed' : 'passed', line);
    else if (isBlank(line)) tell('text', line);
    else if (line !== 'failures:') {
      this.section = 'verdicts';
      this.readVerdict(line, tell);
    }
  }

  private readSuccess(line: string, tell: ReportLine): void {
    if (line === 'failures:') this.enter('blocks', 'passed', line, tell);
    else if (line.startsWith(result)) this.enter('verdicts', 'summary', line, tell);
    else tell(line === 'successes:' ? 'passed' : 'printed', line);
  }

  private enter(section: LibtestSection, kind: LineKind, line: string, tell: ReportLine): void {
    this.section = section;
    tell(kind, line);
  }
}

/** What cargo calls the program whose tests follow. */
export function isTarget(line: string): boolean {
  return line.startsWith('     Running ') || line.startsWith('   Doc-tests ');
}

/** Cargo itself speaks again: the test program died while it told of failures. */
function isBrokenOff(line: string): boolean {
  return (
    isTarget(line) || line.startsWith('error: test failed') || line.startsWith('error: doctest')
  );
}

function libtestKind(line: string): LineKind {
  if (isCargoProgress(line)) return 'passed';
  if (line === 'ok' || running.test(line) || advice.test(line)) return 'passed';
  // The verdict of a test that printed something in between.
  if (line === 'FAILED') return 'failed';
  if (dots.test(line)) return line.includes('F') ? 'early' : 'passed';
  return 'text';
}
