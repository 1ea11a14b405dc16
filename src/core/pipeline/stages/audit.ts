import { inEnglish } from '../../base/sentence';
import type { RunContext, CallSubject } from '../../contracts/calls/call';
import type { AuditEntry, AuditResult, GateAuditFields } from '../../contracts/audit/entry';
import {
  recordedDecision,
  type GateTrace,
  type PermissionRule,
} from '../../contracts/calls/decision';
import type { JudgedPart } from '../../contracts/calls/shell-analysis';
import type { CallOutcome, Presentation } from '../../contracts/calls/outcome';
import { dense } from '../../contracts/schema-parts';
import { mcpServerOf } from '../../contracts/tool-spec';
import type { CallFacts } from '../call/call-facts';
import type { OutputFields } from '../../contracts/tools/bound-tool';
import { extractPaths } from '../../base/extract-paths';
import { cutEnd } from '../../base/text-lines';
import { redactText } from '../../base/redact/redact';

const summaryChars = 500;
/** Of each stream of a command. */
const streamChars = 4000;

export interface AuditedCall {
  readonly known: CallFacts;
  readonly outcome: CallOutcome;
  readonly context: RunContext;
  /** ISO 8601, UTC. */
  readonly ts: string;
  /** Absent for the call itself. */
  readonly event?: NonNullable<AuditEntry['event']>;
}

/**
 * The entry of a call (000-audit-5) or of a later event of it. All of it is already redacted;
 * unknown fields are omitted.
 */
export function audit({ known, outcome, context, ts, event }: AuditedCall): AuditEntry {
  const { presentation: exhibit, decision } = outcome;
  const optional = {
    event,
    denied_by: decision.denial?.by,
    policy_match: policyMatch(decision.trace),
    exit_code: exhibit.exitCode ?? shellExitCode(known, event),
    stdout: streamOf(outcome.output['stdout']),
    stderr: streamOf(outcome.output['stderr']),
    claim_source: known.claimSource,
    // Of a tool that exists: a model may name any server.
    mcp_server_id: known.tool && mcpServerOf(known.tool.id),
    truncated: exhibit.truncated ?? (exhibit.web?.cut && true),
    attempts: outcome.attempts,
    rollback: rollbackOf(outcome),
    ...errorOf(outcome),
    overflow_id: outcome.overflowId,
    filter: filterOf(outcome),
    subject: context.subjectId,
    policy_version: decision.policyVersion,
    permission_level: decision.permissionLevel,
    ...gateFieldsOf(decision.trace),
    ...visitOf(exhibit),
  };
  return {
    ts,
    started_at: new Date(known.startedAt).toISOString(),
    session: context.sessionId,
    caller_id: context.sessionId,
    tool_call_id: outcome.toolCallId,
    tool: outcome.tool,
    call: boundedArgs(known.args),
    result: resultOf(outcome),
    summary: outcome.text.slice(0, summaryChars),
    trust: decision.trust,
    phase: known.raw.phase,
    origin: known.raw.origin,
    approved_by: decision.approvedBy,
    gates: decision.trace.map(({ slot, gate, verdict, reason }) => ({
      slot,
      gate,
      verdict,
      reason: inEnglish(reason),
    })),
    duration_ms: outcome.durationMs,
    actor: context.actorId,
    tenant: context.tenantId,
    // No one is asked where a gate refuses.
    enforcement: recordedDecision(decision)?.verdict === 'ask' ? 'asked' : 'enforced',
    ...withoutUndefined(optional),
  };
}

/** What the gates say in fields of their own. */
function gateFieldsOf(trace: readonly GateTrace[]): GateAuditFields {
  return trace.reduce<GateAuditFields>((fields, line) => ({ ...fields, ...line.audit }), {});
}

/** Where a call of a web tool went; a field is absent if it did not get so far. */
function visitOf({ web }: Presentation): Pick<AuditEntry, 'web' | 'refused_by'> {
  if (web === undefined) return {};
  const { url, addresses, redirects, status, bytes, finalUrl, refusedBy } = web;
  return dense({
    web: dense({
      ...{ url, final_url: finalUrl, status, bytes },
      ...{ addresses: [...addresses], redirects: [...redirects] },
    }),
    refused_by: refusedBy,
  });
}

/** How much filters removed (003-filters-7); absent if nothing. */
function filterOf({ filter }: CallOutcome): AuditEntry['filter'] {
  if (filter === undefined) return undefined;
  return {
    rules: [...filter.rules],
    confidence: filter.confidence,
    raw_lines: filter.rawLines,
    filtered_lines: filter.filteredLines,
    raw_bytes: filter.rawBytes,
    filtered_bytes: filter.filteredBytes,
  };
}

function streamOf(text: unknown): string | undefined {
  return typeof text === 'string' && text !== '' ? cutEnd(text, streamChars) : undefined;
}

/** A shell call always has an exit code (000-envelope-1): -1 if unknown. */
function shellExitCode(
  { runsCommand }: CallFacts,
  event: AuditedCall['event'],
): number | undefined {
  return runsCommand === true && event === undefined ? -1 : undefined;
}

/**
 * Every failed call has a category (000-audit-6), including a command that returned an exit code.
 */
function errorOf({ failure, status }: CallOutcome): {
  readonly error_code: string | undefined;
  readonly error_category: string | undefined;
} {
  if (failure !== undefined) {
    return { error_code: failure.errorCode, error_category: failure.category };
  }
  const ran = status === 'failed';
  return {
    error_code: ran ? 'execution' : undefined,
    error_category: ran ? 'permanent_failure' : undefined,
  };
}

/** How a call ended, in the terms of the audit log. */
export function resultOf(outcome: CallOutcome): AuditResult {
  if (outcome.rollback !== undefined) return 'rollback';
  if (outcome.status === 'cancelled') return 'cancelled';
  if (outcome.decision.verdict === 'deny') return 'denied';
  if (outcome.decision.verdict === 'skip') return 'skipped';
  return outcome.status === 'completed' ? 'success' : 'error';
}

export function rollbackOf({ rollback }: Pick<CallOutcome, 'rollback'>): AuditEntry['rollback'] {
  return rollback && { restored: [...rollback.restored], removed: [...rollback.removed] };
}

/** The deciding rules as text: `core__bash "npm test" allow (user)`, `policy.rules[0] deny: …`. */
function policyMatch(trace: readonly GateTrace[]): string | undefined {
  const matches: string[] = [];
  for (const { rule, match, parts } of trace) {
    if (rule !== undefined) matches.push(ruleText(rule));
    else if (parts !== undefined) matches.push(...rulesOfParts(parts));
    if (match !== undefined) matches.push(match);
  }
  return matches.length === 0 ? undefined : matches.join('; ');
}

/** The rules that only together allow a command, each as reported for its part. */
function rulesOfParts(parts: readonly JudgedPart[]): readonly string[] {
  const ruled = parts.filter(
    ({ code, verdict }) => (code === 'rule' && verdict !== 'deny') || code === 'near-rule',
  );
  return [...new Set(ruled.map(({ reason, verdict }) => `${inEnglish(reason)} ${verdict}`))];
}

function ruleText({ tool, pattern, action, source }: PermissionRule): string {
  return `${tool} ${JSON.stringify(pattern)} ${action} (${source})`;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const kept: Defined<T> = {};
  for (const key of keysOf(fields)) {
    const value = fields[key];
    if (isDefined(value)) kept[key] = value;
  }
  return kept;
}

function keysOf<T extends object>(value: T): readonly (keyof T)[] {
  return Object.keys(value).filter((key): key is keyof T & string => key in value);
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}

/** Longest text the audit log keeps. */
const maxChars = 4000;
const maxDepth = 32;

/**
 * Arguments as the audit log keeps them: enough to identify the call, without the content it
 * carried. A long text keeps its beginning and reports its length, so that the entries of a deleted
 * chat contain no files.
 */
export function boundedArgs(args: OutputFields): Record<string, unknown> {
  return mapFields(args, 0);
}

function mapFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, bound(value, depth)]),
  );
}

function bound(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[nested too deep]';
  return Array.isArray(value)
    ? value.map((item) => bound(item, depth + 1))
    : mapFields(value, depth + 1);
}

function cut(text: string): string {
  if (text.length <= maxChars) return text;
  const kept = text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}… [${text.length} characters in total]`;
}

/** More paths do not help to see where a call's content comes from. */
const maxPaths = 20;

/**
 * The origin of what a call acts on, for its audit entry (000-paths-3): `shell` or `file_system`,
 * with the paths named by its command (000-paths-1) or its arguments, or `web_scrape`, whose address
 * is in the field `web`. Undefined for a call that touches none of them.
 */
export function claimSource({
  command,
  reads,
  writes,
  removes = [],
  urls = [],
}: CallSubject): string | undefined {
  if (urls.length > 0) return 'web_scrape';
  if (command !== undefined) return withPaths('shell', extractPaths(redactText(command).text));
  const paths = [...new Set([...reads, ...writes, ...removes])];
  return paths.length === 0 ? undefined : withPaths('file_system', paths);
}

function withPaths(source: string, paths: readonly string[]): string {
  if (paths.length === 0) return source;
  return redactText(`${source}: ${paths.slice(0, maxPaths).join(', ')}`).text;
}
