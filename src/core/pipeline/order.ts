import { gateSlots } from '../contracts/policy/define-gate';
import { cancel } from './around/cancel';
import { execute } from './around/execute';
import { retry, timeout } from './around/attempts';
import { transaction } from './around/transaction';
import { filter } from './finish/filter';
import { overflow, repeat } from './finish/overflow';
import { redact, secretScan } from './finish/redact';
import { validateOutput } from './finish/draft';
import { admit, quota, resolve } from './stages/admit';
import { announce } from './stages/announce';
import { audit } from './stages/audit';
import { authorize, connect, context } from './stages/authorize';
import { clear } from './stages/clear';
import { intake, validate } from './stages/arguments';
import { recordCompleted, recordPolicies } from './stages/record';

/** A slot that a later issue fills; the runner passes over it, it never says allow. */
const empty = 'empty';

/**
 * The whole pipeline, in the order in which a call passes it:
 *
 *   RawCall → BoundCall → ValidCall → ClearedCall → Outcome → SafeOutcome
 *
 * `announce` and `audit` lie around everything: one start and one end per call whatever happens,
 * and the entry is on disk before the result leaves.
 */
export const order = {
  outermost: { announce, audit },

  /** RawCall → BoundCall: by id, arguments unread but for JSON. */
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

  /** ValidCall → ClearedCall: by arguments. First deny ends, asks are joined, approval is last. */
  gates: gateSlots,
  clear,

  /** Judged again, with the gates, when rules change under an open prompt and after its answer. */
  again: [
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

  /** After the end: remembers, changes nothing. */
  record: [
    { slot: 'policy-success', stage: recordPolicies },
    { slot: 'completed-tools', stage: recordCompleted },
    { slot: 'cache-put', stage: empty },
    { slot: 'anomaly-window', stage: empty },
  ],
} as const;
