import { readCount, readList, readObject, readString } from '../../../core/base/json';
import type { AuditEntry } from '../../../core/contracts/audit/entry';
import {
  auditMoves,
  type AuditForm,
  type AuditViewRequest,
} from '../../../core/contracts/audit/page';

export const auditResults = [
  'success',
  'error',
  'denied',
  'cancelled',
  'rollback',
] as const satisfies readonly AuditEntry['result'][];

export const auditTimes = [
  'all',
  'hour',
  'today',
  'week',
  'custom',
] as const satisfies readonly AuditForm['time'][];

export const emptyForm: AuditForm = {
  text: '',
  tool: '',
  results: [],
  time: 'all',
  from: '',
  to: '',
  order: 'newest',
};

const textLength = 1000;

/**
 * A message of the page (decision command-environment: every one is validated, none is trusted);
 * undefined when it is invalid.
 */
export function readAuditRequest(message: unknown): AuditViewRequest | undefined {
  const type = readString(message, 'type');
  switch (type) {
    case 'ready':
    case 'export':
    case 'verify':
      return { type };
    case 'query':
      return readQuery(message);
    case 'move': {
      const to = oneOf(auditMoves, readString(message, 'to'));
      return to && { type, to };
    }
    case 'scrolled': {
      const top = readCount(message, 'top');
      return top === undefined ? undefined : { type, top };
    }
    default:
      return readRowRequest(message);
  }
}

function readRowRequest(message: unknown): AuditViewRequest | undefined {
  const type = oneOf(['unfold', 'fold', 'showCard', 'copy'] as const, readString(message, 'type'));
  const row = readString(message, 'row');
  return type === undefined || row === undefined ? undefined : { type, row };
}

function readQuery(message: unknown): AuditViewRequest | undefined {
  const form = readForm(readObject(message, 'form'));
  if (form === undefined) return undefined;
  const from = readInstant(message, 'from');
  const to = readInstant(message, 'to');
  return {
    type: 'query',
    form,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function readForm(from: unknown): AuditForm | undefined {
  const time = oneOf(auditTimes, readString(from, 'time'));
  const order = oneOf(['newest', 'oldest'] as const, readString(from, 'order'));
  if (time === undefined || order === undefined) return undefined;
  const wanted = new Set(readList(from, 'results'));
  return {
    text: shortText(from, 'text'),
    tool: shortText(from, 'tool'),
    results: auditResults.filter((result) => wanted.has(result)),
    time,
    from: shortText(from, 'from'),
    to: shortText(from, 'to'),
    order,
  };
}

function shortText(from: unknown, key: string): string {
  return readString(from, key)?.slice(0, textLength) ?? '';
}

/** ISO 8601, UTC, as entries are stamped. */
function readInstant(from: unknown, key: string): string | undefined {
  const time = Date.parse(readString(from, key) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function oneOf<T extends string>(known: readonly T[], text: string | undefined): T | undefined {
  return known.find((each) => each === text);
}
