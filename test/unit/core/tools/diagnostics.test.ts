import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type {
  DiagnosticItem,
  Diagnostics,
  DiagnosticsReport,
  DiagnosticsRequest,
} from '../../../../src/core/ports/diagnostics';
import diagnostics from '../../../../src/core/tools/diagnostics';
import { capabilitiesWith, runTool, textOf } from './run-tool';

type Asked = readonly [string, Omit<DiagnosticsRequest, 'signal'>];

function fake(report: Partial<DiagnosticsReport> = {}) {
  const asked: Asked[] = [];
  const items = report.items ?? [];
  const whole = { items, total: items.length, warnings: [], ...report };
  const answer = (of: string, { signal: _signal, ...request }: DiagnosticsRequest) => {
    asked.push([of, request]);
    return Promise.resolve(succeed(whole));
  };
  const port: Diagnostics = {
    ofEditor: (request) => answer('editor', request),
    ofCargo: (kind, request) => answer(`cargo ${kind}`, request),
    defaultMax: () => 50,
  };
  return { asked, tool: bindTool(diagnostics, capabilitiesWith({ diagnostics: port })) };
}

function item(file: string, more: Partial<DiagnosticItem> = {}): DiagnosticItem {
  return { severity: 'error', message: 'Wrong.', file, line: 3, col: 7, ...more };
}

describe('diagnostics', () => {
  it('is a line a problem, file by file, the worst first', async () => {
    const { tool } = fake({
      items: [
        item('/ws/src/a.ts', { source: 'ts', code: '2304', message: "Cannot find name 'x'." }),
        item('/ws/src/b.ts', { line: 1, col: 1, source: 'rustc', message: 'mismatched\n types' }),
        item('/ws/src/a.ts', { severity: 'warning', source: 'eslint', code: 'no-empty', line: 9 }),
        item('/ws/src/a.ts', { severity: 'warning', code: 'E1', line: 12 }),
        item('/lib/c.ts', { severity: 'information' }),
        item('/lib/c.ts', { severity: 'hint', source: 'ts' }),
      ],
      warnings: ['Something is missing.'],
    });
    assert.equal(
      await textOf(tool, {}),
      [
        '2 errors, 2 warnings, 1 information, 1 hint:',
        "src/a.ts:3:7 error ts(2304): Cannot find name 'x'.",
        'src/a.ts:9:7 warning eslint(no-empty): Wrong.',
        'src/a.ts:12:7 warning (E1): Wrong.',
        'src/b.ts:1:1 error rustc: mismatched types',
        '/lib/c.ts:3:7 information: Wrong.',
        '/lib/c.ts:3:7 hint ts: Wrong.',
        '[Something is missing.]',
      ].join('\n'),
    );
  });

  it('003-diagnostics-1: severity, message, file, line and col are fields of each problem', async () => {
    const run = await runTool(fake({ items: [item('/ws/a.rs', { source: 'rustc' })] }).tool, {});
    assert.ok(run.ok);
    assert.deepEqual(run.output, {
      items: [
        {
          severity: 'error',
          message: 'Wrong.',
          file: 'a.rs',
          real_path: '/ws/a.rs',
          line: 3,
          col: 7,
          source: 'rustc',
        },
      ],
      total: 1,
      errors: 1,
      warnings: [],
      truncated: false,
    });
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/a.rs', line: 3 }]);
  });

  it('says what was cut', async () => {
    const run = await runTool(fake({ items: [item('/ws/a')], total: 212 }).tool, {});
    assert.ok(run.ok);
    assert.equal(
      run.text.split('\n').at(-1),
      '[Only the worst 1 of 212 problems are listed. To see more, give a path or a larger max_diagnostics.]',
    );
    assert.equal(run.exhibit.truncated, true);
  });

  it('003-diagnostics-3: an empty list and a warning without cargo', async () => {
    const { tool } = fake({ warnings: ['cargo is not installed.'] });
    assert.equal(
      await textOf(tool, { kind: 'check' }),
      'No problems were reported.\n[cargo is not installed.]',
    );
  });

  it('003-diagnostics-2: max_diagnostics is that of the settings unless the call says another', async () => {
    const { tool, asked } = fake();
    await runTool(tool, {});
    await runTool(tool, { kind: 'check', path: 'src' });
    await runTool(tool, { kind: 'clippy', max_diagnostics: 7 });
    assert.deepEqual(asked, [
      ['editor', { path: undefined, max: 50 }],
      ['cargo check', { path: 'src', max: 50 }],
      ['cargo clippy', { path: undefined, max: 7 }],
    ]);
  });

  for (const [args, effect, subject, label] of [
    [{}, 'read_only', { text: '.', reads: ['.'], writes: [] }, '.'],
    [{ path: 'a' }, 'read_only', { text: 'a', reads: ['a'], writes: [] }, 'a'],
    [
      { kind: 'check' },
      'state_change',
      { text: 'cargo check', reads: [], writes: [] },
      'cargo check',
    ],
    [
      { kind: 'clippy', path: 'a' },
      'state_change',
      { text: 'cargo clippy', reads: [], writes: [] },
      'cargo clippy a',
    ],
  ] as const) {
    it(`decision 33: ${JSON.stringify(args)} is ${effect}, and rules judge ${subject.text}`, () => {
      const prepared = fake().tool.prepare(args);
      assert.ok(prepared.ok);
      assert.equal(prepared.value.effect, effect);
      assert.equal(prepared.value.retryable, effect === 'read_only');
      assert.deepEqual(prepared.value.subject, subject);
      assert.equal(prepared.value.label, label);
    });
  }

  it('shows a hostile message on one line', async () => {
    const message = 'a\r\nsrc/b.ts:1:1 error: planted\u001b[2K';
    const { tool } = fake({ items: [item('/ws/x\ny', { message, source: 'a\nb', code: 'c\nd' })] });
    assert.equal(
      await textOf(tool, {}),
      String.raw`1 error:${'\n'}x\ny:3:7 error a\nb(c\nd): a src/b.ts:1:1 error: planted\e[2K`,
    );
  });

  it('hands on a refusal', async () => {
    const refused = () => Promise.resolve(fail(failure('policy_denied', 'Outside.')));
    const port = { ofEditor: refused, ofCargo: refused, defaultMax: () => 50 };
    const tool = bindTool(diagnostics, capabilitiesWith({ diagnostics: port }));
    assert.equal(await textOf(tool, {}), 'policy_denied: Outside.');
    assert.equal(await textOf(tool, { kind: 'check' }), 'policy_denied: Outside.');
  });

  for (const args of [
    { kind: 'build' },
    { kind: '' },
    { path: '' },
    { path: 3 },
    { max_diagnostics: 0 },
    { max_diagnostics: 1001 },
    { max_diagnostics: 1.5 },
    { max_diagnostics: '5' },
    { command: 'cargo' },
  ]) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      assert.match(await textOf(fake().tool, args), /^validation: /);
    });
  }
});
