import * as vscode from 'vscode';
import { systemIds } from '../../adapters/system/random';
import { redactText } from '../../core/base/redact/redact';
import { permissionLevelNames } from '../../core/contracts/permission-level';
import { shortToolName } from '../../core/contracts/tool-spec';
import type { Pipeline } from '../../core/pipeline/runner';
import type { AnnouncedCall } from '../../core/ports/runner';
import type { Disposable } from '../../core/ports/system';
import type { RecordUserEvent } from '../panel/cards/user-events';
import { ChangeRecords } from '../panel/changes/change-records';
import type { ChangedRules, GrantedRule } from '../policy/grants';
import type { ChangedPermission } from '../policy/permission-levels';
import type { ChangedTrust } from '../policy/trust-levels';
import type { ApiKeys, ChangedKey } from '../secrets/api-keys';
import type { ChangedSetting } from '../settings/changed-settings';
import type { Base, Watchers } from './base';

/** Writes to the audit log what the user does by itself. */
export interface UserEvents extends Disposable {
  readonly recordUserEvent: RecordUserEvent;
  readonly changes: ChangeRecords;
}

export interface EventSources {
  readonly watchers: Pick<Watchers, 'settings'>;
  readonly apiKeys: Pick<ApiKeys, 'onDidSet'>;
  readonly pipeline: Pick<Pipeline, 'recordUserEvent'>;
}

export function composeUserEvents(base: Base, sources: EventSources): UserEvents {
  const { storage, workspace } = base;
  const recordUserEvent: RecordUserEvent = (call, event, sessionId) =>
    sources.pipeline.recordUserEvent(call, event, {
      ...{ sessionId, actorId: storage.actorId, tenantId: workspace.key() },
    });
  const folders = () => workspace.roots();
  const changes = new ChangeRecords({ recordUserEvent, folders, ids: systemIds });
  const recording = recordChoices(base, sources, recordUserEvent);
  return { recordUserEvent, changes, dispose: () => recording.dispose() };
}

/** What the user chose, and the text of its entry. */
interface Choice {
  /** `gatehouse.rules` */
  readonly tool: string;
  readonly args: AnnouncedCall['args'];
  readonly summary: string;
  /** False if only the workspace's own files say so. */
  readonly byUser: boolean;
  readonly sessionId?: string;
}

/** Records each change of a `gatehouse.*` setting, rule, level and key. */
function recordChoices(
  { policy, log }: Base,
  { watchers, apiKeys }: EventSources,
  recordUserEvent: RecordUserEvent,
): Disposable {
  const write = async ({ tool, args, summary, byUser, sessionId }: Choice): Promise<void> => {
    const toolCallId = systemIds.uuid();
    const event = { type: 'setting', summary, byUser } as const;
    const written = await recordUserEvent(
      { toolCallId, tool, args },
      event,
      sessionId ?? toolCallId,
    );
    if (!written.ok) {
      log.warn(`${summary} This is not in the audit log: ${written.failure.message}`);
    }
  };
  return vscode.Disposable.from(
    watchers.settings.follow((changed) => void write(settingChoice(changed))),
    policy.grants.onDidSave((changed) => void write(rulesChoice(changed))),
    policy.trust.onDidSet((changed) => void write(trustChoice(changed))),
    policy.permission.onDidSet((changed) => void write(permissionChoice(changed))),
    apiKeys.onDidSet((changed) => void write(keyChoice(changed))),
  );
}

function settingChoice(changed: ChangedSetting): Choice {
  const { name, scope, change, unseen } = changed;
  const when = unseen === true ? ' while VS Code was closed' : '';
  return {
    tool: 'gatehouse.settings',
    args: { ...changed },
    summary: `${name} was ${change} in the ${scope} settings${when}.`,
    // Whoever changed the file then is not known.
    byUser: scope === 'user' && unseen !== true,
  };
}

function rulesChoice({ scope, added, removed }: ChangedRules): Choice {
  const where = scope.kind === 'session' ? 'chat' : 'workspace';
  const change = added === undefined ? 'removed from' : 'added to';
  return {
    tool: 'gatehouse.rules',
    args: {
      scope: scope.kind,
      ...(added && { added: added.map(ruleText) }),
      ...(removed && { removed: removed.map(ruleText) }),
    },
    summary: `A rule was ${change} the rules of this ${where}.`,
    byUser: true,
    ...(scope.kind === 'session' && { sessionId: scope.sessionId }),
  };
}

function ruleText({ tool, pattern, exact }: GrantedRule): string {
  const { text } = redactText(`${shortToolName(tool)}: ${pattern}`);
  return exact === undefined ? text : `${text} (exactly this call, sha256 ${exact})`;
}

function trustChoice({ sessionId, target, before, level }: ChangedTrust): Choice {
  return {
    tool: 'gatehouse.trust',
    args: { name: target, scope: 'chat', before, after: level },
    summary: `The trust level of ${target} was changed from ${before} to ${level} in this chat.`,
    byUser: true,
    sessionId,
  };
}

function permissionChoice({ sessionId, before, level }: ChangedPermission): Choice {
  const names = permissionLevelNames;
  return {
    tool: 'gatehouse.permission',
    args: { name: names[level], scope: 'chat', before, after: level },
    summary: `The permission level of this chat was changed from "${names[before]}" to "${names[level]}".`,
    byUser: true,
    sessionId,
  };
}

/** The key itself goes nowhere but to the secret store. */
function keyChoice({ provider, origin, change }: ChangedKey): Choice {
  return {
    tool: 'gatehouse.key',
    args: {
      name: provider,
      scope: 'user',
      change,
      ...(origin !== undefined && { server: origin }),
    },
    summary: `The API key for ${provider} was ${change}.`,
    byUser: true,
  };
}
