import type { Sentence } from '../../base/sentence';
import * as z from 'zod';
import { filterConfidences } from '../filter-rule';

/** How a call can end; `skipped`: a gate found it not worth running (decision 48). */
export const auditResults = [
  'success',
  'error',
  'denied',
  'skipped',
  'cancelled',
  'rollback',
] as const;
export type AuditResult = (typeof auditResults)[number];

const adversarialFields = z.strictObject({ adversarial_policy_decision: z.string() });
/** Whose level of trust held, unless both are trusted: that of the tool or of its source. */
const trustFields = z.strictObject({ trust_set_for: z.enum(['source', 'tool']) });

/** A visit of a web page; no URL holds credentials. */
const webVisit = z.strictObject({
  url: z.string(),
  /** Of the last request, when redirects led elsewhere. */
  final_url: z.string().optional(),
  /** Addresses that were dialled, in order. */
  addresses: z.array(z.string()),
  redirects: z.array(z.string()),
  status: z.int().optional(),
  /** Decompressed bytes that were read. */
  bytes: z.int().optional(),
});
/** Which check refused an address, before anybody was asked or on the way. */
const blocklistFields = z.strictObject({ refused_by: z.string() });

/** The fields of an entry that only gates of one slot fill, by that slot. */
const gateFields = {
  adversarial: adversarialFields,
  blocklist: blocklistFields,
  trust: trustFields,
};
type GateFields = typeof gateFields;

export type FieldsOfSlot<Slot extends string> = Slot extends keyof GateFields
  ? Readonly<z.infer<GateFields[Slot]>>
  : never;

/** What the gates of a call add to its entry. */
export type GateAuditFields = Partial<
  FieldsOfSlot<'adversarial'> & FieldsOfSlot<'blocklist'> & FieldsOfSlot<'trust'>
>;

/** The fields if they are those of the slot; undefined for any others. */
export function readGateFields(slot: string, fields: unknown): GateAuditFields | undefined {
  const schema = Object.entries(gateFields).find(([name]) => name === slot)?.[1];
  const read = schema?.safeParse(fields);
  return read?.success === true ? read.data : undefined;
}

/** One line of `audit.jsonl` (000-audit-5). Optional fields are omitted when unknown. */
export const auditEntrySchema = z.object({
  /** When it ended. ISO 8601, UTC. */
  ts: z.string(),
  /** When the call reached the pipeline; absent if that is not known. */
  started_at: z.string().optional(),
  session: z.string(),
  tool_call_id: z.string(),
  /** Canonical id, or the name as given when no tool has it. */
  tool: z.string(),
  /** Redacted arguments. */
  call: z.record(z.string(), z.unknown()),
  /**
   * What another entry reports; `keep`: the user kept changed files; `input`: the user typed for a
   * command, or answered a question of an MCP server; `setting`: a setting or rule changed;
   * `erased`: the user deleted the log. Absent: a call.
   */
  event: z
    .enum([
      'background_end',
      'rollback',
      'keep',
      'input',
      'setting',
      'recovered',
      'interrupted',
      'erased',
    ])
    .optional(),
  result: z.enum(auditResults),
  /** First characters of the redacted answer. */
  summary: z.string(),
  /** First characters of what a command wrote, redacted, each stream apart (000-envelope-1). */
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  trust: z.string(),
  /** What asked in the chat when the call came (decision 58); absent in older entries. */
  permission_level: z.string().optional(),
  phase: z.string(),
  origin: z.string(),
  approved_by: z.string(),
  /** Set if the call was asked about and then refused: `user`, or `timeout` without an answer. */
  denied_by: z.string().optional(),
  /** Every gate in order; several may share a slot. */
  gates: z.array(
    z.object({
      slot: z.string(),
      gate: z.string().optional(),
      verdict: z.string(),
      reason: z.string(),
    }),
  ),
  policy_match: z.string().optional(),
  exit_code: z.number().int().optional(),
  truncated: z.boolean().optional(),
  attempts: z.number().int().optional(),
  /** What a rollback did, as paths relative to the workspace. */
  rollback: z.object({ restored: z.array(z.string()), removed: z.array(z.string()) }).optional(),
  error_code: z.string().optional(),
  error_category: z.string().optional(),
  /** ACP session id of the chat that made the call (decision 72). */
  caller_id: z.string().optional(),
  /** Of a call of a tool of an MCP server: the name of the server in the settings. */
  mcp_server_id: z.string().optional(),
  claim_source: z.string().optional(),
  ...adversarialFields.partial().shape,
  ...blocklistFields.partial().shape,
  ...trustFields.partial().shape,
  web: webVisit.optional(),
  overflow_id: z.string().optional(),
  /** What output filters removed (003-filters-7); absent if none applied. */
  filter: z
    .object({
      rules: z.array(z.string()),
      confidence: z.enum(filterConfidences),
      raw_lines: z.number().int(),
      filtered_lines: z.number().int(),
      raw_bytes: z.number().int(),
      filtered_bytes: z.number().int(),
    })
    .optional(),
  duration_ms: z.number(),
  actor: z.string(),
  tenant: z.string(),
  /** On whose behalf, if not the actor's own. */
  subject: z.string().optional(),
  /** Version of the policy that decided; starts over with each window. */
  policy_version: z.number().int().optional(),
  enforcement: z.enum(['enforced', 'asked']),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The parts of an entry that no call of this window made: what was decided is not known. */
export function undecided() {
  const unknown = 'unknown';
  return {
    ...{ trust: unknown, phase: unknown, origin: unknown, approved_by: unknown },
    gates: [],
    enforcement: 'enforced',
  } satisfies Partial<AuditEntry>;
}

/** An entry as stored in its file: chained to the line before it by that line's digest. */
export const sealedEntrySchema = auditEntrySchema.extend({
  /** Whose log it is in: `main`, or the name in `audit-<writer>.jsonl`. */
  writer: z.string(),
  /** Counts by one from 1, over all files of the writer. */
  seq: z.number().int(),
  /** SHA-256 of the line before it, without its newline, in hex; 64 zeros for the first. */
  prev: z.string(),
});

export type SealedEntry = z.infer<typeof sealedEntrySchema>;

/** Which entries to show; absent fields match all. */
export interface AuditFilter {
  /** Canonical id. */
  readonly tool?: string;
  readonly results?: readonly AuditResult[];
  readonly text?: string;
  /** ISO 8601, UTC; inclusive. */
  readonly from?: string;
  /** ISO 8601, UTC; exclusive. */
  readonly to?: string;
}

/**
 * What is wrong with the log.
 * - `altered`: a line is not what the next one was chained to, or is no entry, or is out of order.
 * - `removed_head`: the log begins later than the seal says, and retention did not do it.
 * - `removed_tail`: entries that the seal names are missing at the end.
 * - `recomputed`: the chain fits itself, but not the seal.
 * - `missing_file`: a file between others is gone.
 * - `missing_log`: the whole log of a window is gone, although it was sealed.
 * - `missing_seal`: the seal is gone, although one was made.
 * - `older_seal`: the seal was replaced by one made before it.
 * - `foreign_seal`: the seal was changed, or belongs to another log.
 * - `added`: entries after the last seal, more than a crash leaves, or of a window that never was.
 * - `torn`: the last line is unfinished, as a crash leaves it; no acknowledged entry is in it.
 * - `unproven`: entries after the last seal, as a crash leaves them.
 * - `unsealed`: no seal can be checked, because secret storage has no key or the lines are too old.
 */
export const auditFindingKinds = [
  'altered',
  'removed_head',
  'removed_tail',
  'recomputed',
  'missing_file',
  'missing_log',
  'missing_seal',
  'older_seal',
  'foreign_seal',
  'added',
  'torn',
  'unproven',
  'unsealed',
] as const;

export type AuditFindingKind = (typeof auditFindingKinds)[number];

/** What a crash, or secrets that do not open, also leave: no sign that someone changed the log. */
const harmless: ReadonlySet<AuditFindingKind> = new Set(['torn', 'unproven', 'unsealed']);

/** True for what only a change of the files by someone else explains. */
export function isTampering(kind: AuditFindingKind): boolean {
  return !harmless.has(kind);
}

export interface AuditFinding {
  readonly kind: AuditFindingKind;
  readonly file: string;
  readonly line?: number;
  /** What it means and what to do, for the user. */
  readonly text: Sentence;
}

export interface AuditVerdict {
  readonly entries: number;
  readonly files: number;
  readonly writers: number;
  /** Entries after the last seal: their order is proven, their number is not. */
  readonly unsealed: number;
  readonly findings: readonly AuditFinding[];
}
