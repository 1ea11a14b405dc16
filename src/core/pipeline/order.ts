import { gateSlots } from '../contracts/policy/define-gate';
import { execute } from './around/execute';
import { cancel, retry, timeout } from './around/attempts';
import { protectedFiles } from './around/protected-files';
import { transaction } from './around/transaction';
import { filter } from './finish/filter';
import { overflow, repeat } from './finish/overflow';
import { redact, secretScan } from './finish/redact';
import { validateOutput } from './finish/draft';
import { admit, quota, resolve, unchanged } from './stages/admit';
import { announce } from './stages/announce';
import { audit } from './stages/audit';
import { authorize, connect, context } from './stages/authorize';
import { clear } from './stages/clear';
import { intake, validate } from './stages/arguments';
import { recordExposure } from './stages/exposure';
import { countEnd, recordCompleted, recordPolicies, rememberOutcome } from './stages/record';

/** A slot reserved for a later feature; the runner skips it, and it never allows anything. */
const empty = 'empty';

/**
 * The whole pipeline, in the order a call passes it:
 *
 *   RawCall → BoundCall → ValidCall → ClearedCall → Outcome → SafeOutcome
 *
 * `announce` and `audit` wrap everything: every call has one start and one end, and its entry is on
 * disk before the result leaves.
 */
export const order = {
  outermost: { announce, audit },

  /** RawCall → BoundCall: by id; arguments are parsed as JSON only. */
  bind: [
    { slot: 'context', stage: context },
    { slot: 'intake', stage: intake },
    { slot: 'resolve', stage: resolve },
    { slot: 'admit', stage: admit },
    { slot: 'authorize', stage: authorize },
    { slot: 'connect', stage: connect },
    { slot: 'quota', stage: quota },
  ],

  /** BoundCall → ValidCall: the tool's own schema. */
  validate,

  /**
   * ValidCall → ClearedCall: by arguments. The first deny ends, asks are joined, approval comes
   * last.
   */
  gates: gateSlots,
  clear,

  /**
   * Run again, with the gates, when the policy or the tools change while a prompt is open, and
   * after its answer.
   */
  again: [
    { slot: 'unchanged', stage: unchanged },
    { slot: 'admit', stage: admit },
    { slot: 'authorize', stage: authorize },
    { slot: 'connect', stage: connect },
  ],

  /** ClearedCall → Outcome: the first is the outermost. */
  around: [
    { slot: 'cancel', stage: cancel },
    { slot: 'cache', stage: empty },
    { slot: 'retry', stage: retry },
    { slot: 'timeout', stage: timeout },
    { slot: 'protected-files', stage: protectedFiles },
    { slot: 'transaction', stage: transaction },
    { slot: 'execute', stage: execute },
  ],

  /** Outcome → SafeOutcome: nothing leaves before `redact`. */
  finish: [
    { slot: 'validate-output', stage: validateOutput },
    { slot: 'secret-scan', stage: secretScan },
    { slot: 'filter', stage: filter },
    { slot: 'redact', stage: redact },
    { slot: 'repeat', stage: repeat },
    { slot: 'overflow', stage: overflow },
  ],

  /** After a success: remembers, changes nothing. */
  record: [
    { slot: 'policy-success', stage: recordPolicies },
    { slot: 'completed-tools', stage: recordCompleted },
    { slot: 'cache-put', stage: empty },
  ],

  /** After every end, also of refused, failed and cancelled calls: remembers, changes nothing. */
  ended: [
    { slot: 'reputation', stage: countEnd },
    { slot: 'recent-outcomes', stage: rememberOutcome },
    { slot: 'exposure', stage: recordExposure },
    { slot: 'anomaly-window', stage: empty },
  ],
} as const;
