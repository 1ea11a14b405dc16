import type { Shown } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type {
  Decision,
  GateTrace,
  PermissionRule,
} from '../../../../src/core/contracts/calls/decision';
import type { CallItem } from '../../../../src/core/contracts/panel/state';
import { commandOf, parseArguments } from '../../../../webview/cards/arguments';
import { diffRows } from '../../../../webview/cards/diffs';
import {
  cutLine,
  formatDuration,
  shortMove,
  shortPath,
  shownText,
  splitPath,
} from '../../../../webview/text/format';
import { isPanelMessage } from '../../../../webview/state/panel-store';
import { decisionText, endReason, partReasons, saysMore } from '../../../../webview/cards/decision';
import { recall } from '../../../../webview/composer/message-input';
import { toolIcon } from '../../../../webview/cards/card-head';

function rule(more: Partial<PermissionRule> = {}): PermissionRule {
  return { tool: 'core__read', pattern: '*', action: 'allow', source: 'default', ...more };
}

function line(
  verdict: GateTrace['verdict'],
  reason: string,
  more: Partial<Shown<GateTrace>> = {},
): Shown<GateTrace> {
  return { slot: 'rules', gate: 'rules', verdict, reason, ...more };
}

function decided(
  verdict: Decision['verdict'],
  approvedBy: Decision['approvedBy'],
  trace: readonly Shown<GateTrace>[],
  more: Partial<Shown<Decision>> = {},
): Shown<Decision> {
  return { verdict, approvedBy, trace, policyVersion: 1, trust: 'trusted', ...more };
}

describe('decisionText', () => {
  const cases: readonly (readonly [string, Shown<Decision>, string])[] = [
    [
      'the rule that allowed',
      decided('allow', 'auto', [line('allow', 'ok'), line('allow', '', { rule: rule() })]),
      'Allowed: rule “read *” (shipped default)',
    ],
    ['that all checks passed', decided('allow', 'auto', []), 'Allowed: all checks passed'],
    [
      'that the user approved it',
      decided('allow', 'user', [line('ask', 'no rule matches')]),
      'You approved this call',
    ],
    [
      'decision 37: that typing is the approval',
      decided('allow', 'user-typed', [line('ask', 'no rule matches')]),
      'Approved: you typed it',
    ],
    [
      'decision 23: a trust level that is not the highest',
      decided('allow', 'auto', [line('allow', '', { rule: rule() })], { trust: 'provisional' }),
      'Allowed: rule “read *” (shipped default) (trust level: provisional)',
    ],
  ];
  for (const [name, decision, expected] of cases) {
    it(`shows ${name}`, () => {
      assert.equal(decisionText(decision), expected);
    });
  }
});

describe('endReason', () => {
  const cases: readonly (readonly [string, Shown<Decision>, string | undefined])[] = [
    [
      'the rule that denied',
      decided('deny', 'none', [
        line('ask', 'no rule'),
        line('deny', 'x', {
          rule: rule({ tool: 'core__bash', pattern: 'rm *', action: 'deny', source: 'user' }),
        }),
      ]),
      'Rule “bash rm *” (your settings).',
    ],
    [
      'a rule for every tool, of the workspace',
      decided('deny', 'none', [
        line('deny', 'x', {
          rule: rule({ tool: '*', pattern: 'secrets/*', action: 'deny', source: 'workspace' }),
        }),
      ]),
      "Rule “any tool secrets/*” (this workspace's settings).",
    ],
    [
      'the policy rule that denied, and what it matched',
      decided('deny', 'none', [
        line('deny', 'Denied by the rule policy.rules[0].', {
          policyRule: { place: 'policy.rules[0]', result: 'matched args_match' },
        }),
      ]),
      'Policy rule policy.rules[0], matched args_match.',
    ],
    [
      "a tool policy's own reason",
      decided('deny', 'none', [
        line('deny', 'The file must be read first.', { match: 'read_before_write' }),
      ]),
      'The file must be read first.',
    ],
    [
      'decision 48: why a gate skipped the call',
      decided('skip', 'none', [line('ask', 'not sure'), line('skip', 'The chat knows this.')]),
      'The chat knows this.',
    ],
    [
      "the user's reason",
      decided('deny', 'none', [line('ask', 'no rule matches')], {
        denial: { by: 'user', reason: 'Keep the readme' },
      }),
      'Keep the readme.',
    ],
    [
      'nothing when the user gave no reason',
      decided('deny', 'none', [line('ask', 'no rule matches')], { denial: { by: 'user' } }),
      undefined,
    ],
    [
      'the failure of a call that no gate refused',
      decided('deny', 'none', []),
      'The arguments are wrong.',
    ],
  ];
  for (const [name, decision, expected] of cases) {
    it(`shows ${name}`, () => {
      const failure = { errorCode: 'validation', message: 'The arguments are wrong.' };
      assert.equal(endReason({ ending: 'failed', decision, failure, text: '' }), expected);
    });
  }
});

describe('endReason of a command', () => {
  const reasonOf = (message: string, text: string) =>
    endReason({
      ...{ ending: 'failed', decision: decided('allow', 'auto', []), exitCode: 2, text },
      failure: { errorCode: 'execution', message },
    });

  it('leaves out the lines that its output shows', () => {
    const message = 'The command failed with exit code 2: ls: cannot access a | second line';
    const text = 'ls: cannot access a\nsecond line\n[exit code: 2]';
    assert.equal(reasonOf(message, text), 'The command failed with exit code 2.');
  });

  it('quotes lines that no output shows', () => {
    const message = 'The command was not found (exit code 127): bash: x: command not found';
    for (const text of ['', 'Something else']) assert.equal(reasonOf(message, text), message);
  });

  it('knows a line that was cut', () => {
    const message = 'The command failed with exit code 1: a long li…';
    assert.equal(reasonOf(message, 'a long line'), 'The command failed with exit code 1.');
  });
});

describe('diffRows', () => {
  it('counts from the line at which the texts begin', () => {
    const result = diffRows({
      path: 'a',
      oldText: 'a\nb\nc\n',
      newText: 'a\nB\nc\n',
      startLine: 10,
    });
    assert.equal(result?.added, 1);
    assert.equal(result.removed, 1);
    assert.deepEqual(result.rows, [
      { kind: 'gap', text: 'line 10' },
      { kind: 'same', before: 10, after: 10, text: 'a' },
      { kind: 'removed', before: 11, text: 'b' },
      { kind: 'added', after: 11, text: 'B' },
      { kind: 'same', before: 12, after: 12, text: 'c' },
    ]);
  });

  it('shows a new file as added lines', () => {
    const result = diffRows({ path: 'a', oldText: null, newText: 'a\nb\n' });
    assert.deepEqual([result?.added, result?.removed], [2, 0]);
  });

  it('shows when the file does not end with a line break', () => {
    const result = diffRows({ path: 'a', oldText: 'a\n', newText: 'a' });
    assert.ok(result?.rows.some(({ kind, text }) => kind === 'gap' && /No newline/.test(text)));
  });

  it('cuts a line of 1 MB', () => {
    const result = diffRows({ path: 'a', oldText: null, newText: 'x'.repeat(1_000_000) });
    assert.ok((result?.rows[0]?.text.length ?? 0) < 2100);
  });

  it('leaves large changes to the editor', () => {
    const text = (seed: number) =>
      Array.from({ length: 9000 }, (_, at) => `${(at * seed) % 7919}\n`).join('');
    assert.equal(diffRows({ path: 'a', oldText: text(31), newText: text(17) }), undefined);
    assert.equal(diffRows({ path: 'a', oldText: null, newText: '', large: true }), undefined);
  });
});

describe('parseArguments', () => {
  it('lists the values of an object, with texts unchanged', () => {
    assert.deepEqual(parseArguments('{"path":"a","lines":[1]}'), [
      { name: 'path', value: 'a' },
      { name: 'lines', value: '[\n  1\n]' },
    ]);
    assert.equal(commandOf('{"command":"ls"}'), 'ls');
  });

  it('returns nothing for truncated JSON and for non-objects', () => {
    for (const json of ['{"a":', '[1]', 'null', '7', '']) {
      assert.equal(parseArguments(json), undefined);
      assert.equal(commandOf(json), undefined);
    }
  });
});

describe('recall', () => {
  const sent = ['first', 'second'];

  it('steps back through sent messages, and forward to an empty input', () => {
    const one = recall(sent, { index: -1, text: '' }, 1);
    assert.deepEqual(one, { index: 0, text: 'second' });
    const two = recall(sent, one, 1);
    assert.deepEqual(two, { index: 1, text: 'first' });
    assert.equal(recall(sent, two, 1), undefined);
    assert.deepEqual(recall(sent, one, -1), { index: -1, text: '' });
  });

  it('leaves the key alone when there is nothing', () => {
    assert.equal(recall([], { index: -1, text: '' }, 1), undefined);
    assert.equal(recall(sent, { index: -1, text: '' }, -1), undefined);
  });
});

describe('format', () => {
  it('writes readable durations', () => {
    const cases = [
      [-5, '0ms'],
      [14, '14ms'],
      [830, '0.8s'],
      [9940, '9.9s'],
      [9960, '10s'],
      [59_700, '1m 00s'],
      [185_000, '3m 05s'],
    ] as const;
    for (const [ms, text] of cases) assert.equal(formatDuration(ms), text);
  });

  it('splits paths and cuts lines', () => {
    assert.deepEqual(splitPath('/w/a.ts'), { folder: '/w/', name: 'a.ts' });
    assert.deepEqual(splitPath('C:\\w\\a.ts'), { folder: 'C:\\w\\', name: 'a.ts' });
    assert.equal(cutLine('abcdef', 3), 'abc…');
  });

  it('shortens a path only to the part in the title', () => {
    assert.equal(shortPath('/w/src/a.ts', 'src/a.ts'), 'src/a.ts');
    assert.equal(shortPath('/w/src/a.ts', 'c/a.ts'), '/w/src/a.ts');
    assert.equal(shortPath('/w/src/a.ts', ''), '/w/src/a.ts');
    assert.equal(shortPath('/w/src/old/a.ts', 'src/old'), 'src/old/a.ts');
    assert.equal(shortPath('/w/b.ts', 'a.ts → b.ts'), 'b.ts');
  });

  it('names both paths of a move as the title does, otherwise by their difference', () => {
    const [from, to] = ['/w/src/a.ts', '/w/lib/b.ts'];
    assert.deepEqual(shortMove(from, to, 'src/a.ts → lib/b.ts'), ['src/a.ts', 'lib/b.ts']);
    assert.deepEqual(shortMove(from, to, 'Move a file'), ['src/a.ts', 'lib/b.ts']);
    assert.deepEqual(shortMove('/w/a.ts', '/w/ab.ts', ''), ['a.ts', 'ab.ts']);
    assert.deepEqual(shortMove('/w/old/x/a.ts', '/w/new/x/a.ts', 'old → new'), [
      'old/x/a.ts',
      'new/x/a.ts',
    ]);
  });

  it('decision inert-text: shows invisible characters', () => {
    assert.equal(shownText('\u202egnp.exe\n', 50), '\\u202egnp.exe\\u000a');
    assert.equal(shownText('naïve Ordner.js', 50), 'naïve Ordner.js');
    assert.equal(shownText('x'.repeat(4000), 10), `${'x'.repeat(10)}…`);
  });
});

describe('toolIcon', () => {
  it('names file tools by what they do', () => {
    const look = (tool: string, kind: CallItem['kind'] = 'other') => toolIcon({ tool, kind });
    assert.deepEqual(look('copy_path', 'edit'), { icon: 'copy', verb: 'copy' });
    assert.deepEqual(look('list_directory', 'search'), { icon: 'list-tree', verb: 'list' });
    assert.deepEqual(look('delete_path', 'delete'), { icon: 'trash', verb: 'delete' });
  });

  it('names every other tool by its kind and its own name', () => {
    assert.deepEqual(toolIcon({ tool: 'deploy_all', kind: 'move' }), {
      icon: 'move',
      verb: 'deploy all',
    });
    assert.deepEqual(toolIcon({ tool: 'constructor', kind: 'other' }).verb, 'constructor');
  });
});

describe('isPanelMessage', () => {
  it("recognizes the host's messages", () => {
    assert.equal(isPanelMessage({ type: 'focus', seq: 1 }), true);
    for (const other of [null, 'focus', { type: 'focus' }, { type: 'other', seq: 1 }]) {
      assert.equal(isPanelMessage(other), false);
    }
  });
});

describe('the parts of a command', () => {
  const plain = { text: 'git push', verdict: 'ask', hazards: [] } as const;

  it('show each reason once and do not quote the command', () => {
    const unruled = {
      ...plain,
      code: 'no-rule',
      reason: 'not covered: git push',
    } as const;
    assert.deepEqual(partReasons(unruled), [], 'said once for all parts');
    assert.deepEqual(partReasons({ ...unruled, hazards: ['sends data out'] }), ['sends data out']);
    const near = 'rule bash "git *" (user) does not cover this: sends data out';
    assert.deepEqual(
      partReasons({ ...plain, code: 'near-rule', reason: near, hazards: ['sends data out'] }),
      [near],
    );
  });

  it('are listed when they add to the command', () => {
    const part = { ...plain, reason: 'no rule matches "git push"' };
    assert.equal(saysMore([part]), false);
    assert.equal(saysMore([part, part]), true);
    assert.equal(saysMore([{ ...part, hazards: ['sends data out'] }]), true);
  });
});
