import { succeed } from '../../core/contracts/result';
import type { AuditKey, AuditLog, AuditQuery, AuditTrail } from '../../core/ports/audit-log';
import { openAuditTools } from './audit-index-tools';
import { listAudit, type AuditQueryContext } from './audit-query';
import { verifyAudit } from './audit-verify';
import type { SessionQueue } from './runner';
import type { Autosave } from './upkeep';

/** Appends to the audit log (000 Tool Audit): settles when the entry is flushed. */
export function createAuditLog(runner: SessionQueue, upkeep: Autosave): AuditLog {
  return {
    append: (entry) =>
      runner.run('write the audit entry', async (session) => {
        await session.folder.audit.append(entry);
        upkeep.noteWrite(session);
        return succeed(undefined);
      }),
  };
}

/** `closing` ends what takes long when the store is closed. */
export interface ClosingContext {
  readonly closing: AbortSignal;
}

/** Pages through the audit log by its index. */
export function createAuditQuery(
  runner: SessionQueue,
  place: AuditQueryContext & ClosingContext,
): AuditQuery {
  return {
    list: (page) =>
      runner.run('read the audit log', ({ view }) =>
        listAudit(place, (work) => view.query(work), {
          ...page,
          signal: AbortSignal.any([page.signal, place.closing]),
        }),
      ),
    tools: () =>
      runner.run('read the audit log', ({ view }) =>
        view.query((database) => succeed(openAuditTools(database).names())),
      ),
  };
}

export interface AuditTrailContext extends ClosingContext, Pick<AuditQueryContext, 'disk' | 'folder'> {
  readonly auditKey: AuditKey;
}

/** Checks the audit log as it stands on disk. */
export function createAuditTrail(runner: SessionQueue, place: AuditTrailContext): AuditTrail {
  return {
    verify: (options) =>
      runner.run('verify the audit log', ({ folder }) =>
        verifyAudit(
          { ...place, own: folder.audit },
          { ...options, signal: AbortSignal.any([options.signal, place.closing]) },
        ),
      ),
  };
}
