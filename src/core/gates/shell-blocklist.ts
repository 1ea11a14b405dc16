import { findBlockedCommand, markedConstruct } from '../base/blocked-commands';
import { say, type Sentence } from '../base/sentence';
import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import type { Verdict } from '../contracts/calls/decision';
import type { ShellAnalysis } from '../contracts/calls/shell-analysis';
import type { Capabilities } from '../ports/capabilities';

/**
 * Denies commands that are blocked and constructs that hide commands, before and regardless of any
 * rule (000-shell-1: the blocklist check runs unconditionally; find_blocked_command).
 */
export default defineGate<Capabilities>()({
  name: 'shell-blocklist',
  slot: 'blocklist',
  needs: [],
  check: (call): Verdict => {
    const { reading, subject } = call;
    if (subject.command === undefined) return { verdict: 'abstain', reason: say`runs no command` };
    // The parsed text must be byte for byte what runs (decision shell-same-text).
    if (reading?.text !== subject.command) {
      return denied(say`The command is blocked: it could not be read.`);
    }
    if (reading.state === 'late') {
      return denied(
        say`The command is blocked: judging it takes too long. Split it into several smaller commands.`,
      );
    }
    const { closed } = call.policy.shell;
    if (closed !== undefined) return denied(say`The command is blocked: ${closed}.`);
    return blockedConstruct(reading, call) ?? blockedCommand(reading, call) ?? nothing;
  },
});

const nothing: Verdict = { verdict: 'allow', reason: say`contains nothing that is blocked` };

/** With `evaluate`, commands inside a substitution are judged like any other. */
function blockedConstruct(reading: ShellAnalysis, { policy }: GateCall): Verdict | undefined {
  if (reading.state === 'unread') {
    const marked = markedConstruct(reading.text);
    return marked === undefined ? undefined : denied(say`The command is blocked: ${marked}.`);
  }
  const evaluates = policy.shell.substitution === 'evaluate';
  const found = reading.blocked.find(({ kind }) => !evaluates || kind === 'builtin');
  return found === undefined
    ? undefined
    : denied(say`The command is blocked: ${found.text}: ${found.reason}`);
}

function blockedCommand(reading: ShellAnalysis, { policy }: GateCall): Verdict | undefined {
  const name = findBlockedCommand(
    {
      parts: reading.parts.map(({ words }) => words.map(({ text }) => text)),
      text: reading.text,
      isWhole: reading.state === 'read' && reading.doubts.length === 0,
    },
    policy.shell.blocked,
  );
  if (name === undefined) return undefined;
  return denied(
    say`The command is blocked: "${name}" is on the blocklist. The user can change the blocklist with the setting gatehouse.shell.allowedCommands or gatehouse.shell.blockedCommands.`,
  );
}

function denied(reason: Sentence): Verdict {
  return { verdict: 'deny', errorCode: 'policy_denied', reason };
}
