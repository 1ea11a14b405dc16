import type { FilterConfidence, StrategyOf } from '../../contracts/filter-rule';
import type { Diagnostic, DiagnosticSink } from '../readers/diagnostics/diagnostic';
import {
  lengthOf,
  renderDiagnostics,
  type GroupStyle,
} from '../readers/diagnostics/diagnostic-groups';
import { diagnosticFormat, type DiagnosticFormat } from '../readers/diagnostics/formats';
import { compileExpression } from '../lines/patterns';
import type { CompileStrategy, EmitLine, LinePolicy, LineStrategy } from '../lines/line-strategy';

/** Characters held back until the groups are written. */
const maxHeld = 512 * 1024;

/**
 * Groups diagnostics by lint rule (003-strategy-6): one block per rule, with every location. Errors
 * with a code frame and unknown lines stay where they are; totals come last.
 */
export const groupByRule: CompileStrategy<StrategyOf<'group_by_rule'>> = (params, judge) => {
  const own = {
    location: compiled(params.location_pattern),
    rule: compiled(params.rule_pattern),
  };
  const format = diagnosticFormat(params.format, own);
  const known = own.location === undefined && own.rule === undefined ? 'full' : 'partial';
  return () => createGrouping(format, known, judge);
};

function compiled(pattern: string | undefined): RegExp | undefined {
  return pattern === undefined ? undefined : compileExpression(pattern);
}

/** Lines between the first finding and the end, by their final position. */
interface Held {
  /** As they came. */
  readonly raw: string[];
  readonly found: Diagnostic[];
  readonly before: string[];
  readonly totals: string[];
}

function createGrouping(
  format: DiagnosticFormat,
  known: FilterConfidence,
  judge: LinePolicy,
): LineStrategy {
  let confidence: FilterConfidence = 'fallback';
  let held = nothingHeld();
  let units = 0;
  let isTotals = false;
  let giveOn: EmitLine = () => undefined;

  const sink: DiagnosticSink = {
    found: (diagnostic) => {
      held.found.push(diagnostic);
    },
    plain: (line) => {
      isTotals ||= held.found.length > 0 && format.ends(line);
      if (held.found.length > 0) (isTotals ? held.totals : held.before).push(line);
      else {
        // The reader waits for nothing: the line it released is the first of those held back.
        giveOn(line);
        units -= line.length + 1;
        held.raw.shift();
      }
    },
  };

  const reader = format.create(judge, sink);

  function flush(isFailure: boolean): void {
    reader.end();
    const lines = linesOf(held, { isFailure });
    if (lines !== undefined && confidence === 'fallback') confidence = known;
    for (const line of lines ?? held.raw) giveOn(line);
    held = nothingHeld();
    units = 0;
    isTotals = false;
  }

  return {
    push(line, give) {
      giveOn = give;
      held.raw.push(line);
      units += line.length + 1;
      reader.push(line);
      if (units <= maxHeld) return;
      flush(true);
      confidence = 'partial';
    },
    end(exitCode, give) {
      giveOn = give;
      flush(exitCode !== 0);
      return confidence;
    },
  };
}

/** Replacement for held lines; undefined if it saves nothing. */
function linesOf(held: Held, style: GroupStyle): readonly string[] | undefined {
  if (held.found.length === 0) return undefined;
  const lines = [...held.before, ...renderDiagnostics(held.found, style), ...held.totals];
  return lengthOf(lines) < lengthOf(held.raw) ? lines : undefined;
}

function nothingHeld(): Held {
  return { raw: [], found: [], before: [], totals: [] };
}
