import { succeed } from '../../core/contracts/result';
import type { AuditLog, AuditQuery } from '../../core/ports/audit-log';
import { encodeEntry } from './audit-lines';
import { listAudit, type AuditQueryPlace } from './audit-query';
import type { Runner } from './runner';
import type { Upkeep } from './upkeep';

/** Appends to the audit log (000 Tool Audit): settles when the entry is flushed. */
export function createAuditLog(runner: Runner, upkeep: Upkeep): AuditLog {
  return {
    append: (entry) =>
      runner.run('write the audit entry', async (session) => {
        await session.folder.audit.append([encodeEntry(entry)]);
        upkeep.wrote(session);
        return succeed(undefined);
      }),
  };
}

/** Pages through the audit log by its index. */
export function createAuditQuery(runner: Runner, place: AuditQueryPlace): AuditQuery {
  return {
    list: (page) =>
      runner.run('read the audit log', ({ view }) =>
        view.query(async (database) => succeed(await listAudit(place, database, page))),
      ),
  };
}
