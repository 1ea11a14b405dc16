import * as vscode from 'vscode';
import { systemIds } from '../../adapters/system/random';
import { redactText } from '../../core/base/redact/redact';
import { shortToolName } from '../../core/contracts/tool-spec';
import type { Pipeline } from '../../core/pipeline/runner';
import type { AnnouncedCall } from '../../core/ports/runner';
import type { Disposable } from '../../core/ports/system';
import type { RecordUserEvent } from '../panel/cards/user-events';
import { ChangeRecords } from '../panel/changes/change-records';
import type { ChangedRules, GrantedRule } from '../policy/grants';
import type { ChangedSetting } from '../settings/changed-settings';
import type { Base, Watchers } from './base';

/** Writes to the audit log what the user does by itself. */
export interface UserEvents extends Disposable {
  readonly recordUserEvent: RecordUserEvent;
  readonly changes: ChangeRecords;
}

export function composeUserEvents(
  base: Base,
  watchers: Watchers,
  pipeline: Pick<Pipeline, 'recordUserEvent'>,
): UserEvents {
  const { storage, workspace } = base;
  const recordUserEvent: RecordUserEvent = (call, event, sessionId) =>
    pipeline.recordUserEvent(call, event, {
      ...{ sessionId, actorId: storage.actorId, tenantId: workspace.key() },
    });
  const folders = () => workspace.roots();
  const changes = new ChangeRecords({ recordUserEvent, folders, ids: systemIds });
  const recording = recordSettings(base, watchers, recordUserEvent);
  return { recordUserEvent, changes, dispose: () => recording.dispose() };
}

/** Records each change of a `gatehouse.*` setting, and of a rule of a chat or workspace. */
function recordSettings(
  { policy, log }: Base,
  { settings }: Pick<Watchers, 'settings'>,
  recordUserEvent: RecordUserEvent,
): Disposable {
  const write = async (
    call: Omit<AnnouncedCall, 'toolCallId'>,
    { summary, byUser, sessionId }: SettingEvent,
  ): Promise<void> => {
    const toolCallId = systemIds.uuid();
    const event = { type: 'setting', summary, byUser } as const;
    const written = await recordUserEvent({ ...call, toolCallId }, event, sessionId ?? toolCallId);
    if (!written.ok) {
      log.warn(`${summary} This is not in the audit log: ${written.failure.message}`);
    }
  };
  return vscode.Disposable.from(
    settings.follow((changed) => {
      const call = { tool: 'gatehouse.settings', args: { ...changed } };
      void write(call, { summary: settingText(changed), byUser: changed.scope === 'user' });
    }),
    policy.grants.onDidSave((changed) => {
      const { scope, added, removed } = changed;
      const args = {
        scope: scope.kind,
        ...(added && { added: added.map(ruleText) }),
        ...(removed && { removed: removed.map(ruleText) }),
      };
      const session = scope.kind === 'session' ? { sessionId: scope.sessionId } : {};
      const event = { summary: rulesText(changed), byUser: true, ...session };
      void write({ tool: 'gatehouse.rules', args }, event);
    }),
  );
}

function ruleText({ tool, pattern, exact }: GrantedRule): string {
  const { text } = redactText(`${shortToolName(tool)}: ${pattern}`);
  return exact === undefined ? text : `${text} (exactly this call, sha256 ${exact})`;
}

interface SettingEvent {
  readonly summary: string;
  readonly byUser: boolean;
  readonly sessionId?: string;
}

function settingText({ name, scope, before, after }: ChangedSetting): string {
  const change = after === undefined ? 'removed' : before === undefined ? 'set' : 'changed';
  return `${name} was ${change} in the ${scope} settings.`;
}

function rulesText({ scope, added }: ChangedRules): string {
  const where = scope.kind === 'session' ? 'chat' : 'workspace';
  const change = added === undefined ? 'removed from' : 'added to';
  return `A rule was ${change} the rules of this ${where}.`;
}
