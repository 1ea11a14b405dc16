import type { AuditView } from '../audit/audit-view';
import type { ShowText } from '../status/show-text';
import { statusReport, type StatusFacts } from '../status/status-report';
import type { CommandHandlers } from './register';

export interface StatusDeps {
  readonly audit: Pick<AuditView, 'open'>;
  readonly log: { show(): void };
  readonly showText: ShowText;
  readonly facts: () => Promise<StatusFacts>;
}

export function statusCommands(
  deps: StatusDeps,
): Pick<CommandHandlers, 'openAuditLog' | 'status' | 'openLog'> {
  return {
    openAuditLog: () => deps.audit.open(),
    status: async () => deps.showText('Gatehouse Status', statusReport(await deps.facts())),
    openLog: () => deps.log.show(),
  };
}
