import type { FilterConfidence, StrategyOf } from '../../contracts/filter-rule';
import { HeadTailBuffer } from '../lines/head-tail-buffer';
import type { CompileStrategy, EmitLine, LinePolicy, LineStrategy } from '../lines/line-strategy';
import { createFormatSearch, type FormatSearch } from '../readers/test-runners/formats';
import type { TestReader } from '../readers/test-runners/test-format';
import { TestReport } from './test-report';

/**
 * Keeps of a test run its failures and its final numbers, as the runner wrote them, and everything
 * that is not known to be of a passing test (003-strategy-5). Until a line counts
 * tests the output is held; one that never does so is given on as it came.
 */
export const testSummary: CompileStrategy<StrategyOf<'test_summary'>> = (params, judge) => () =>
  new TestSummary(params, judge);

/** Levels above those of any runner's headings. */
const scriptLevels = { head: -2, command: -1 } as const;

class TestSummary implements LineStrategy {
  private readonly report: TestReport;
  private search: FormatSearch;
  private chatter: ScriptLineKind | undefined;
  /** Lines since the start of the output, or of a script in it; undefined for a known runner. */
  private waiting: HeadTailBuffer | undefined;
  private reader: TestReader | undefined;
  private isWhole = true;
  /** Receiver of the current call. */
  private give: EmitLine = () => undefined;

  constructor(
    private readonly params: StrategyOf<'test_summary'>,
    private readonly judge: LinePolicy,
  ) {
    this.waiting = new HeadTailBuffer(judge);
    this.search = createFormatSearch(params.format);
    this.report = new TestReport(params, judge, (line) => {
      this.give(line);
    });
  }

  push(line: string, give: EmitLine): void {
    this.give = give;
    // `npm test --workspaces` runs one script after the other, each with a runner of its own.
    if (this.waiting === undefined && this.isScriptHead(line)) {
      this.reader?.end?.(this.report.add);
      this.waiting = new HeadTailBuffer(this.judge);
      this.search = createFormatSearch(this.params.format);
    }
    if (this.waiting !== undefined) this.find(line, this.waiting);
    if (this.waiting !== undefined) this.waiting.push(line);
    else this.read(line);
  }

  end(exitCode: number | undefined, give: EmitLine): FilterConfidence {
    this.give = give;
    const { report, waiting } = this;
    if (this.reader === undefined) return waiting?.flush(give) === false ? 'partial' : 'fallback';
    if (waiting === undefined) this.reader.end?.(report.add);
    const isRead = waiting === undefined;
    waiting?.flush((line) => {
      report.add('text', line);
    });
    report.end();
    // If nothing that stays explains the exit code, the reader may need the complete output.
    const isExplained = exitCode === 0 || report.hasTrouble;
    return isRead && this.isWhole && isExplained && report.hasSummary ? 'full' : 'partial';
  }

  /** Starts a reader at the first line that identifies its runner, and passes it the held lines. */
  private find(line: string, waiting: HeadTailBuffer): void {
    const format = this.search.read(line);
    if (format === undefined) return;
    this.reader = format.start();
    this.waiting = undefined;
    const isAll = waiting.flush((held) => {
      this.read(held);
    });
    this.isWhole = this.isWhole && isAll;
  }

  private read(line: string): void {
    const before = this.chatter;
    this.chatter = this.isAuto() ? scriptLineKind(line, before) : undefined;
    if (this.chatter === undefined) this.reader?.read(line, this.report.add);
    else if (this.chatter === 'end') this.report.add('passed', line);
    else this.report.add('place', line, scriptLevels[this.chatter]);
  }

  private isScriptHead(line: string): boolean {
    return this.isAuto() && scriptLineKind(line, undefined) === 'head';
  }

  private isAuto(): boolean {
    return this.params.format === 'auto';
  }
}

/** `> name@1.0.0 test`, by npm and pnpm; pnpm adds the folder. */
const npmHead = /^> (?:@[\w.-]+\/)?[\w.-]+@\d[\w.+-]* [\w:.-]+(?: \/\S*)?$/;
const yarnHead = /^yarn run v\d/;
const yarnEnd = /^Done in \d[\d.]*m?s\.?$/;
const scriptCommand = /^[>$] \S/;

/** `head` names the script, `command` is what it runs. */
type ScriptLineKind = 'head' | 'command' | 'end';

/** Output of package managers around the script they run. */
function scriptLineKind(
  line: string,
  before: ScriptLineKind | undefined,
): ScriptLineKind | undefined {
  if (before === undefined && !/^[>yD]/.test(line)) return undefined;
  if (line.startsWith('> ') && npmHead.test(line)) return 'head';
  if (line.startsWith('yarn run v') && yarnHead.test(line)) return 'head';
  if (before === 'head' && scriptCommand.test(line)) return 'command';
  return line.startsWith('Done in ') && yarnEnd.test(line) ? 'end' : undefined;
}
