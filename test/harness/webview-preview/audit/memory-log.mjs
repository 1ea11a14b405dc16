// @ts-check
/** An audit log in memory with all kinds of rows. */

/** @typedef {import('../../../../src/core/ports/audit-log').AuditRow} AuditRow */
/** @typedef {import('../../../../src/core/ports/audit-log').AuditQuery} AuditQuery */

const begin = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/**
 * @param {number} seq
 * @param {Partial<AuditRow>} [more]
 * @returns {AuditRow}
 */
function rowOf(seq, more = {}) {
  return {
    row: `main:${seq}`,
    writer: 'main',
    seq,
    prev: String(seq % 10).repeat(64),
    ts: new Date(begin + seq * 61_000).toISOString(),
    session: 'sess_4f1c0d52',
    tool_call_id: `call_${seq}`,
    tool: 'core__bash',
    call: { command: `npm test -- --grep "case ${seq}"` },
    result: 'success',
    summary: 'ok 1 - passes\n  # duration 12 ms',
    trust: 'trusted',
    phase: 'executor',
    origin: 'model',
    approved_by: 'user',
    gates: [
      { slot: 'blocklist', verdict: 'allow', reason: 'no blocked command' },
      {
        slot: 'permission-rules',
        gate: 'rules',
        verdict: 'ask',
        reason: 'no rule matches "npm test"',
      },
    ],
    exit_code: 0,
    truncated: false,
    filter: {
      rules: ['npm-test'],
      confidence: 'full',
      raw_lines: 412,
      filtered_lines: 9,
      raw_bytes: 18_204,
      filtered_bytes: 530,
    },
    duration_ms: 1240.4,
    actor: 'user:anna',
    tenant: '/home/anna/demo',
    policy_version: 3,
    enforcement: 'asked',
    ...more,
  };
}

const kinds = /** @type {readonly Partial<AuditRow>[]} */ ([
  {},
  {
    tool: 'core__read',
    call: { path: 'src/cart.js' },
    approved_by: 'auto',
    duration_ms: 3,
    enforcement: 'enforced',
  },
  {
    result: 'denied',
    call: { command: 'rm -rf /' },
    approved_by: 'none',
    error_category: 'policy_blocked',
    error_code: 'policy_denied',
  },
  {
    tool: 'core__edit',
    result: 'error',
    call: { path: 'src/total.js', old: 'a', new: 'b' },
    exit_code: 1,
    duration_ms: 48,
  },
  {
    result: 'cancelled',
    event: 'interrupted',
    call: { command: 'sleep 600' },
    duration_ms: 184_000,
  },
  {
    result: 'rollback',
    event: 'rollback',
    tool: 'core__write',
    call: { path: 'notes.md', text: 'x' },
  },
]);

/** @param {number} count @returns {AuditRow[]} oldest first */
export function someRows(count) {
  return Array.from({ length: count }, (_, at) => rowOf(at + 1, kinds[at % kinds.length]));
}

/** Hostile text in every field of a log. @returns {AuditRow[]} */
export function hostileRows() {
  const attack = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  return [
    rowOf(1, { tool: `mcp__${'very_long_tool_name_'.repeat(15)}` }),
    rowOf(2, { call: { command: `echo ${'long '.repeat(4000)}` } }),
    rowOf(3, { tool: 'כלי_בעברית', call: { command: 'echo "مرحبا بالعالم" && rm ‮fdp.exe' } }),
    rowOf(4, { call: { command: 'a\u0000\u001b[31mb\u200bc\n\nd' }, summary: '\u202e\u2066x' }),
    rowOf(5, {
      tool: attack,
      call: { command: attack, [attack]: attack },
      summary: attack,
      approved_by: attack,
      session: attack,
      tool_call_id: attack,
      ts: attack,
      row: `"'><${attack}`,
      gates: [{ slot: attack, verdict: attack, reason: attack }],
    }),
  ];
}

/**
 * @param {readonly AuditRow[]} rows oldest first
 * @returns {AuditQuery & { asked: import('../../../../src/core/ports/audit-log').AuditPageRequest[] }}
 */
export function memoryLog(rows) {
  /** @type {import('../../../../src/core/ports/audit-log').AuditPageRequest[]} */
  const asked = [];
  return {
    asked,
    async list(request) {
      asked.push(request);
      const { filter = {}, order = 'newest', after, limit } = request;
      const matching = rows.filter((row) => matches(row, filter));
      if (order === 'newest') matching.reverse();
      const start = after === undefined ? 0 : matching.findIndex(({ row }) => row === after) + 1;
      const page = matching.slice(start, start + limit);
      const last = page.at(-1);
      const more = start + limit < matching.length && last !== undefined;
      return { ok: true, value: { rows: page, ...(more ? { next: last.row } : {}) } };
    },
    async tools() {
      return { ok: true, value: [...new Set(rows.map(({ tool }) => tool))].sort() };
    },
  };
}

/**
 * @param {AuditRow} row
 * @param {import('../../../../src/core/contracts/audit/entry').AuditFilter} filter
 */
function matches(row, { tool, results, text, from, to }) {
  return (
    (tool === undefined || row.tool === tool) &&
    (results === undefined || results.includes(row.result)) &&
    (text === undefined || JSON.stringify(row).toLowerCase().includes(text.toLowerCase())) &&
    (from === undefined || row.ts >= from) &&
    (to === undefined || row.ts < to)
  );
}
