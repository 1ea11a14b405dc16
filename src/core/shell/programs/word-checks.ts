import { say } from '../../base/sentence';
import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import { nameSet } from '../../base/text-lines';
import { shorten } from '../command/words';
import type { UsedOption } from './program-table';

/** Words by which programs delete or discard, alone or as a part: `delete-stack`, `db:drop`. */
const losing =
  nameSet(`delete deleted deletes deletion destroy drop dropdb dropall remove rm rmi rb purge prune clean
  reset flush flushall flushdb wipe erase truncate terminate deallocate deregister detach disable
  undefine unlink del abandon strip revert rollback undo discard downgrade uninstall unpublish forget
  revoke stop kill nuke drain decommission expire invalidate evict shutdown halt down restore cleanup
  autoclean clear replant`);
/** Verbs in names of one word: `autoremove`. */
const losingName =
  /^(?:drop|reset|delete|purge|wipe|flush)(?:user|db|database|all|data|cache|tables?|schema)$|..(?:remove|delete|destroy|purge|wipe|erase|restore)$/;
const losingPair =
  /(?:^|[:_./-])(?:release-\w+|schema:load|migrate:(?:re)?fresh|op-restore|full-refresh)(?=$|[:_./-])/i;

/** Of a text only the first word of each statement: `drop table x`. */
function loses(text: string): boolean {
  return text.split(/;\s*/).some((statement) => {
    const [word = ''] = statement.trim().split(/\s/, 1);
    // The ending of a file is no verb: `rb`.
    const parts = word
      .replace(/\.rb$/i, '')
      .toLowerCase()
      .split(/[:_./-]/);
    const isLoss = parts.some((part) => losing.has(part) || losingName.test(part));
    return isLoss || (parts.length > 1 && losingPair.test(word));
  });
}

/** First words by which programs send to or take from elsewhere. */
const reaching = nameSet('push pull fetch clone publish deploy upload send login apply bootstrap');

/** Verbs and goals that bring what is built, or a program, elsewhere: `hex.publish`, `gh-deploy`. */
export function publishHazards(name: string, words: readonly ShellWord[]): readonly ShellHazard[] {
  return words
    .filter(({ text }) =>
      /(?:^|[:._-])(?:publish\w*|deploy\w*|release|install|activate)(?:$|[:._-])/i.test(text),
    )
    .map(({ text }) => ({
      reason: say`${name} ${shorten(text)} installs or publishes something`,
      liftedBy: [text],
    }));
}

/** First words by which clients of services change what is theirs: programs that no table names. */
const acting =
  nameSet(`create set put post patch update upsert insert modify edit write assign add attach
  associate grant allow permit approve accept merge promote sync scale resize move rename
  transfer send pay charge refund buy sell order book trade swap mint burn withdraw deposit invoice
  pub publish produce enqueue submit trigger invoke call dispatch emit broadcast notify announce
  enable activate suspend resume pause freeze unfreeze lock unlock rotate renew issue sign mark close
  open reopen cancel import export restore backup replicate clone copy cutover switchover failover
  switch cordon uncordon taint reboot restart schedule provision join leave register link
  mount unmount funnel encrypt decrypt seal unseal connect tunnel forward expose share invite impersonate
  assume switch-role use-context rollout release ship apply deploy`);
const maxActing = 3;

/**
 * What an unknown program does that a rule for the whole of it does not mean. A word is a verb if it
 * is one of the first, and no name of a file.
 */
export function actingHazards(name: string, words: readonly ShellWord[]): readonly ShellHazard[] {
  return words.slice(0, maxActing).flatMap(({ text }) => {
    const parts = text.toLowerCase().split(/[-_:]/);
    const isVerb = /^[a-z][\w:-]*$/i.test(text) && parts.some((part) => acting.has(part));
    if (!isVerb || parts.some((part) => shown.has(part))) return [];
    return [{ reason: say`${name} ${shorten(text)} does more than show`, liftedBy: [text] }];
  });
}

/** With such a part a word names what is only looked at. */
const shown = nameSet('list get show describe status check test lint dry preview plan');

/** A word that deletes, discards or reaches elsewhere asks unless the rule names it. */
export function lossHazards(name: string, words: readonly ShellWord[]): readonly ShellHazard[] {
  return words.flatMap(({ text }, at) => {
    const isLoss = text.length <= 80 && loses(text);
    // `get deploy` shows it.
    const isShown = / (?:get|describe|logs|top|explain)$/.test(name);
    if (!isLoss && (at > 1 || isShown || !reaching.has(text))) return [];
    const use = `${name} ${shorten(text)}`;
    if (!isLoss) return [{ reason: say`${use} reaches another machine`, liftedBy: [text] }];
    const reason = say`${use} deletes or discards something`;
    return [{ reason, staysHere: true, liftedBy: [text] }];
  });
}

const address =
  /^[a-z][\w+.-]*:\/\/\S|^[\w.-]+@[\w-]+(?:\.[\w-]+)*:\S|^(?:[\w-]+\.)+(?!(?:[jt]sx?|rb|py|go|rs|md|json)\b)[a-z]{2,}:\d{2,5}(?:\/|$)|^lp:/i;

/** Ends of names that are of hosts, and hardly of files. */
const hostName =
  /^(?:[\w-]+\.)+(?:com|org|net|io|dev|cloud|info|biz|xyz|site|online|example|onion)(?::\S*)?$/i;

/** A name of a host, also as the value of an option: of a program of which nothing is known. */
export function hostHazards(name: string, words: readonly string[]): readonly ShellHazard[] {
  return words
    .filter((word) => hostName.test(word.replace(/^-[\w-]+=/, '')))
    .map((word) => ({
      reason: say`${name} reaches another machine by ${shorten(word)}`,
      liftedBy: [word],
    }));
}

const thisMachine = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;

/** Values that are only text: a message may be an address. */
const texts =
  /^(?:-m|--message|--title|-t|--body|-b|--grep|--author|--format|--pretty|-S|-G|-e|--regexp|-k|--label|-l|--build-arg|-H|--header|--env|--define|-D|--testNamePattern)$/;

/** An address as an operand or value reaches another machine, whatever the verb. */
export function addressHazards(name: string, { options, operands }: Used): readonly ShellHazard[] {
  const values = options.flatMap(({ name: option, value }) =>
    value?.text.includes(':') !== true || texts.test(option) ? [] : [value],
  );
  return [...operands.filter(({ text }) => text.includes(':')), ...values]
    .filter(({ text }) => address.test(text) && !thisMachine.test(text))
    .map(({ text }) => ({
      reason: say`${name} reaches another machine by ${shorten(text)}`,
      liftedBy: [text],
    }));
}

interface Used {
  readonly options: readonly UsedOption[];
  readonly operands: readonly ShellWord[];
}
