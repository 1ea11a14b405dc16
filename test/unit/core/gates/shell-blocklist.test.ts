import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import type { ShellPolicy } from '../../../../src/core/contracts/policy/policy';
import type {
  BlockedConstruct,
  ShellAnalysis,
} from '../../../../src/core/contracts/calls/shell-analysis';
import shellBlocklist from '../../../../src/core/gates/shell-blocklist';
import { askAtOnce, gateCall } from '../../fakes/gate-call';
import { fakeShellPolicy } from '../../fakes/policy';
import { plainReading } from '../../fakes/shell-reading';

function judge(
  command: string,
  more: { readonly reading?: Partial<ShellAnalysis>; readonly shell?: Partial<ShellPolicy> } = {},
) {
  const gate = bindGate(shellBlocklist, {});
  const reading = { ...plainReading(command), ...more.reading };
  const policy = {
    shell: fakeShellPolicy({ blocked: ['sudo', 'rm -rf /'], ...more.shell }),
    permissions: [{ tool: '*', pattern: '*', action: 'allow', source: 'user' } as const],
  };
  return askAtOnce(gate, gateCall({ subject: { command, text: command }, reading, policy }));
}

const blocked = (kind: BlockedConstruct['kind']): Partial<ShellAnalysis> => ({
  blocked: [{ kind, text: '$(id)', reason: say`Run it first.` }],
});

describe('the blocklist of shell commands', () => {
  it('000-shell-1: the blocklist is checked first: no rule lifts it', () => {
    const said = judge('sudo ls');
    assert.equal(said.verdict, 'deny');
    assert.match(said.reason, /"sudo" is on the blocklist\. .*allowedCommands/);
  });

  it('000-shell-2: denies substitutions, here-strings and dangerous builtins, and suggests alternatives', () => {
    for (const kind of ['substitution', 'here-string', 'builtin'] as const) {
      const said = judge('echo x', { reading: blocked(kind) });
      assert.equal(said.verdict, 'deny', kind);
      assert.equal(said.reason, 'The command is blocked: $(id): Run it first.');
    }
  });

  it('decision 11: evaluate relaxes substitutions and here-strings, and nothing else', () => {
    const under = (kind: BlockedConstruct['kind']) =>
      judge('echo x', { reading: blocked(kind), shell: { substitution: 'evaluate' } }).verdict;
    assert.equal(under('substitution'), 'allow');
    assert.equal(under('here-string'), 'allow');
    assert.equal(under('builtin'), 'deny');
  });

  it('decision shell-same-text: what was not read as it will run is refused', () => {
    assert.equal(judge('ls', { reading: { text: 'ls -l' } }).verdict, 'deny');
  });

  it('decision shell-deadline: a command that takes too long to read is refused', () => {
    const said = judge('ls', { reading: { state: 'late' } });
    assert.equal(said.verdict, 'deny');
    assert.match(said.reason, /takes too long\. Split it/);
  });

  it('000-shell-3: without a grammar the marks in the text are enough to refuse', () => {
    const unread = { state: 'unread', parts: [] } as const;
    for (const text of [
      'echo $(id)',
      'echo `id`',
      'diff <(a) b',
      'cat <<< x',
      'ls; eval x',
      '. ./x',
      'command source x',
      'sudo ls',
      'ls | sudo tee',
    ]) {
      assert.equal(judge(text, { reading: unread }).verdict, 'deny', text);
    }
    assert.equal(judge('npm test', { reading: unread }).verdict, 'allow');
  });

  it('a list that cannot be read closes the shell', () => {
    const said = judge('ls', {
      shell: { closed: say`gatehouse.shell.blockedCommands cannot be read, so no command runs` },
    });
    assert.equal(said.verdict, 'deny');
    assert.match(said.reason, /cannot be read, so no command runs/);
  });

  it('skips a call that runs no command', () => {
    const gate = bindGate(shellBlocklist, {});
    assert.equal(askAtOnce(gate, gateCall({ tool: { name: 'read' } })).verdict, 'abstain');
  });
});
