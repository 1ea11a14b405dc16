import { cardTexts } from './card-texts';
import { chatTexts } from './chat-texts';
import { pageTexts } from './page-texts';

/**
 * Every text that the pages make: a whole sentence or label each, never a part of one. The bundles
 * `l10n/panel.<language>.json` have a text for each key. Placeholders: see `message.ts`.
 */
export const texts = {
  ...cardTexts,
  ...chatTexts,
  ...pageTexts,

  // Announcements for screen readers.
  'say.approval': 'Approval needed: {action}. Press Alt+A to go there.',
  'say.approvalNews':
    '{title} changed after this was shown. Approval needed: {action}. Press Alt+A to go there.',
  'say.call': '{event}: {title}',
  'say.callAsks': 'Waiting for input: {title}. {asked}',
  'say.queued': '{count, plural, one {# message queued.} other {# messages queued.}}',
  'say.finished': 'Reply finished.',
  'say.finishedText': 'Reply finished. {text}',
  'say.noChanges': 'No changed files left.',
  'say.changed.files': '{files, plural, one {# file changed.} other {# files changed.}}',
  'say.changed.folders': '{folders, plural, one {# folder changed.} other {# folders changed.}}',
  'say.changed.both':
    '{files, plural, one {# file} other {# files}} and {folders, plural, one {# folder} other {# folders}} changed.',

  'say.permission': 'The permission level is now: {level}.',

  // The permission level of a chat.
  'permission.ask': 'Ask for everything',
  'permission.rules': 'Use my rules',
  'permission.edits': 'Edits run',
  'permission.title': 'Permission level: {level}',
  'permission.change': 'Permission level: {level}. Change',
  'decision.level': 'Permission level: {level}',
  'decision.edits': 'Allowed by the permission level: {level}',

  // Names of messages.
  'entry.agent': 'Agent: {text}',
  'entry.you': 'You: {text}',

  'notice.infoLabel': 'Notice:',
  'notice.warningLabel': 'Warning:',
  'notice.errorLabel': 'Error:',
  'notice.info': 'Notice: {text}',
  'notice.warning': 'Warning: {text}',
  'notice.error': 'Error: {text}',
  'notice.infoWaits': 'Notice: {text} Waiting to retry.',
  'notice.warningWaits': 'Warning: {text} Waiting to retry.',
  'notice.errorWaits': 'Error: {text} Waiting to retry.',

  'retry.now': 'Retrying now',
  'retry.in': 'Retrying in {time}',
  'retry.inTenSeconds': 'Retrying in ten seconds or less',
  'retry.inAMinute': 'Retrying in a minute or less',
  'retry.inMinutes':
    '{count, plural, one {Retrying in about # minute} other {Retrying in about # minutes}}',

  // States of calls.
  'call.retrying': 'Retrying ({attempt} of {of})',
  'call.waitsForInput': 'Waiting for input',
  'call.failedUndone': 'Failed and undone',
  'call.undone': 'Undone',
  'call.endedInBackground': 'Ended in the background',
  'ending.completed': 'Completed',
  'ending.failed': 'Failed',
  'ending.denied-by-user': 'Denied by you',
  'ending.denied-by-rule': 'Denied by a rule',
  'ending.blocked': 'Blocked',
  'ending.approval-timeout': 'Approval timed out',
  'ending.timeout': 'Timed out',
  'ending.cancelled': 'Cancelled',
  'ending.interrupted': 'Interrupted',
  'ending.skipped': 'Skipped',

  'key.ctrl': 'Ctrl+{key}',

  // Changed files.
  'change.created': 'new',
  'change.changed': 'changed',
  'change.deleted': 'deleted',
  'change.moved': 'moved',
  'change.createdFolder': 'new folder',
  'change.changedFolder': 'changed folder',
  'change.deletedFolder': 'deleted folder',
  'change.movedFolder': 'moved folder',
  'change.lines': '{added} added, {removed} removed',
  'change.movedFrom': 'moved from {path}',
  'change.clickFile': '{what}; click opens the diff',
  'change.clickFolder': '{what}; click shows it',
  'change.keep': 'Keep this change',
  'change.keepOf': 'Keep changes to {file}',
  'change.undo': 'Undo: restore it to its state before this chat',
  'change.undoOf': 'Undo changes to {file}',
  'change.notKept': 'Cannot be undone: {reason}',

  'changes.list': 'Changed files',
  'changes.byChat.files':
    '{files, plural, one {# file changed by this chat} other {# files changed by this chat}}',
  'changes.byChat.folders':
    '{folders, plural, one {# folder changed by this chat} other {# folders changed by this chat}}',
  'changes.byChat.both':
    '{files, plural, one {# file} other {# files}} and {folders, plural, one {# folder} other {# folders}} changed by this chat',
  'changes.changed.files': '{files, plural, one {# file changed} other {# files changed}}',
  'changes.changed.folders': '{folders, plural, one {# folder changed} other {# folders changed}}',
  'changes.changed.both':
    '{files, plural, one {# file} other {# files}} and {folders, plural, one {# folder} other {# folders}} changed',
  'changes.short.files': '{files, plural, one {# file} other {# files}}',
  'changes.short.folders': '{folders, plural, one {# folder} other {# folders}}',
  'changes.more':
    '{count, plural, one {and # more} other {and # more}}; Keep all and Undo all include them',
  'changes.keepAll': 'Keep all',
  'changes.keepAllHint': 'Accept all changes; they can then no longer be undone here',
  'changes.undoAll': 'Undo all',
  'changes.undoAllHint': 'Restore everything to its state before this chat; asks first',
  'changes.undoAllHint.files':
    'Restore everything to its state before this chat; not {files, plural, one {# file} other {# files}}, see the list; asks first',
  'changes.undoAllHint.folders':
    'Restore everything to its state before this chat; not {folders, plural, one {# folder} other {# folders}}, see the list; asks first',
  'changes.undoAllHint.both':
    'Restore everything to its state before this chat; not {files, plural, one {# file} other {# files}} and {folders, plural, one {# folder} other {# folders}}, see the list; asks first',
  'changes.cannotUndo': "Can't undo: no backup was kept",

  // Stored chats.
  'history.search': 'Search all chats',
  'history.clear': 'Clear search',
  'history.back': 'Back (Esc)',
  'history.empty': 'No chats yet. Your chats are kept here.',
  'history.noneContains': 'No chat contains “{query}”.',
  'history.more': 'Show more',
  'history.rename': 'Rename (F2)',
  'history.renameName': 'Rename {title}',
  'history.renamed': 'Renamed: {title}',
  'history.export': 'Export as Markdown',
  'history.exportName': 'Export {title} as Markdown',
  'history.delete': 'Delete (Del); asks first',
  'history.deleteName': 'Delete {title}',
  'history.deleted': 'Deleted: {title}',
  'history.newName': 'New name',
  'history.newNameHint': 'Press Enter to save, Escape to cancel.',
  'history.nameNeeded': 'A chat must have a name.',
  'history.today': 'Today',
  'history.yesterday': 'Yesterday',
  'history.week': 'Last 7 days',
  'history.untitled': 'Untitled chat',
  'history.messages': '{count, plural, one {# message} other {# messages}}',
  'history.place': 'in {place}',
  'history.found': 'found: {excerpt}',
  'history.idle': 'open',
  'history.running': 'running',
  'history.none': 'No chats yet.',
  'history.noMatch': 'No chats match.',
  'history.count': '{count, plural, one {# chat.} other {# chats.}}',
  'history.first': '{count, plural, one {The first chat.} other {The first # chats.}}',

  'log.showLater': '{count, plural, one {Show # later item} other {Show # later items}}',

  // Files that texts name, and images.
  'file.open': 'Open {name}',
  'file.openAt': 'Open {name}, line {line}',

  // Numbers with their units.
  'unit.thousands': '{number}k',
  'unit.millions': '{number}M',
  'unit.minutes': '{minutes} {seconds}',
  'unit.estimate': '~{number}',
  'unit.lessThan': '<{amount}',
  'unit.label': '{label}:',
  'unit.sentence': '{text}.',
  'unit.listComma': ', ',

  // Usage of a chat.
  'usage.contextUnknown': 'Context: {used} tokens',
  'usage.context': 'Context: {used} of {size} tokens ({percent})',
  'usage.reserved': 'Reserved for the answer: {reserved} of {whole}',
  'usage.input': 'Input: {count} tokens',
  'usage.output': 'Output: {count} tokens',
  'usage.cost': 'Cost of this chat: {cost}',
  'usage.label': 'Context used',
  'usage.spoken': '{tokens} tokens, {percent}',
  'usage.spokenFull': '{tokens} tokens, {percent}, nearly full',
  'usage.estimated': '~ is an estimate',
} as const;
