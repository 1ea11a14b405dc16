import type { OutputFields } from '../../contracts/bound-tool';
import { realOrGiven, type CallPaths } from '../../contracts/call-paths';
import type { ApprovalMeta } from '../../contracts/meta';
import type { ShellAnalysis } from '../../contracts/shell-reading';
import type { ApprovalRequest } from '../../ports/approver';
import type { ValidCall } from '../mint';
import { alwaysOffers } from './always-offers';
import type { GatesAnswer } from './gates';

/** What a person has to know to decide. */
export interface ApprovalContext {
  readonly call: ValidCall;
  readonly answer: Exclude<GatesAnswer, { verdict: 'deny' }>;
  readonly paths: CallPaths;
  readonly reading: ShellAnalysis | undefined;
  readonly argsJson: string;
}

/** The question to the person: exact command, canonical paths, reasons, and the rules on offer. */
export function approvalRequest(ground: ApprovalContext): ApprovalRequest {
  const { raw, context } = ground.call.bound;
  return {
    call: raw,
    sessionId: context.sessionId,
    title: ground.call.prepared.label,
    details: approvalDetails(ground),
  };
}

function approvalDetails({ call, answer, paths, reading, argsJson }: ApprovalContext): ApprovalMeta {
  const { tool } = call.bound;
  const asks = answer.trace.filter((line) => line.verdict === 'ask');
  // No grant answers what another gate, or a rule of the workspace, asks.
  const isForRules = asks.every(
    ({ slot, rule }) => slot === 'permission-rules' && rule?.source !== 'workspace',
  );
  const { command } = call.prepared.subject;
  const parts = answer.trace.find((line) => line.parts !== undefined)?.parts;
  return {
    tool: tool.name,
    reads: paths.reads.map(realOrGiven),
    writes: [
      ...new Set([...paths.removes, ...paths.writes].map(realOrGiven)),
      ...writtenByCommand(reading, paths),
    ],
    argsJson,
    reasons: [
      ...asks.map((line) => line.reason),
      ...(command === undefined ? hiddenNotice(call.bound.args, argsJson) : []),
    ],
    alwaysOffers: isForRules ? alwaysOffers(tool, parts, paths) : [],
    ...(command === undefined ? {} : { command }),
    ...(parts === undefined ? {} : { parts }),
    ...(paths.cwd === undefined ? {} : { cwd: realOrGiven(paths.cwd) }),
  };
}

/** The files that a command surely writes, as far as it is known where they are. */
function writtenByCommand(
  reading: ShellAnalysis | undefined,
  { named }: CallPaths,
): readonly string[] {
  const written = (reading?.parts ?? [])
    .flatMap(({ paths }) => paths)
    .filter(({ access, certain }) => access === 'write' && certain);
  const places = written.flatMap(({ given }) => {
    const place = named.find((path) => path.given === given)?.resolved;
    return place?.ok === true ? [place.value.real] : [];
  });
  return [...new Set(places)];
}

/** A mark may stand for a whole script: how much of the arguments is out of sight is told. */
function hiddenNotice(args: OutputFields, shownJson: string): readonly string[] {
  const whole = JSON.stringify(args, null, 2);
  if (whole === shownJson) return [];
  const shown = shownJson.replace(/\[REDACTED:[^\]]*\]/g, '').length;
  const hidden = String(Math.max(1, whole.length - shown));
  return [`${hidden} characters of the arguments look like credentials and are not shown`];
}
