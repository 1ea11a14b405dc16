import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { GrepMatch, GrepResult } from '../../../../src/core/ports/search';
import grep from '../../../../src/core/tools/grep';
import { createFakeFiles } from '../../fakes/files';
import { createFakeSearch, type FakeSearch } from '../../fakes/search';
import { capabilitiesWith, runTool, textOf } from './run-tool';

const match = (path: string, line: number, text: string): GrepMatch => {
  return { path, line, text, isContext: false };
};
const beside = (path: string, line: number, text: string): GrepMatch => {
  return { path, line, text, isContext: true };
};

describe('grep', () => {
  const bound = (search: FakeSearch) => bindTool(grep, capabilitiesWith({ search }));
  const search = (matches: readonly GrepMatch[], more: Partial<GrepResult> = {}): FakeSearch =>
    createFakeSearch({ grep: succeed({ matches, cut: undefined, unsaved: [], ...more }) });
  const answer = (matches: readonly GrepMatch[], more: Partial<GrepResult> = {}) =>
    textOf(bound(search(matches, more)), { pattern: 'x' });

  it('answers file, line and text, and the places for the card', async () => {
    const fake = search([match('/ws/src/a.ts', 7, '  // TODO')]);
    const run = await runTool(bound(fake), { pattern: 'TODO' });
    assert.ok(run.ok);
    assert.equal(run.text, 'src/a.ts:7:   // TODO');
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/src/a.ts', line: 7 }]);
    assert.equal(run.exhibit.truncated, false);
  });

  it('names a file once above its lines where that is shorter', async () => {
    const matches = [
      match('/ws/src/deep/a.ts', 7, 'x'),
      match('/ws/src/deep/a.ts', 12, 'xx'),
      match('/ws/b', 1, 'x'),
    ];
    assert.equal(await answer(matches), 'src/deep/a.ts\n7: x\n12: xx\nb\n1: x');
    assert.equal(await answer(matches.slice(1)), 'src/deep/a.ts:12: xx\nb:1: x');
  });

  it('distinguishes context lines from matches, and marks omitted lines', async () => {
    const matches = [
      beside('/ws/a', 1, 'one'),
      match('/ws/a', 2, 'x'),
      match('/ws/a', 9, 'x'),
      beside('/ws/b', 10, 'one'),
      match('/ws/b', 11, 'x'),
    ];
    const grouped = 'a\n1- one\n2: x\n--\n9: x\nb\n10- one\n11: x';
    assert.equal(await answer(matches), grouped);
    assert.equal(await answer([beside('/ws/a', 1, 'one')]), 'a-1- one');
    const run = await runTool(bound(search(matches)), { pattern: 'x' });
    assert.deepEqual(run.ok && run.exhibit.locations.map(({ line }) => line), [2, 9, 11]);
  });

  it('shows a hostile name on one line', async () => {
    assert.equal(await answer([match('/ws/a\nb', 1, 'x')]), 'a\\nb:1: x');
  });

  it('says what was cut and how to go on', async () => {
    const one = [match('/ws/a', 1, 'x')];
    assert.equal(
      await answer(one, { cut: 'matches' }),
      'a:1: x\n[Only the first 1 match is shown: there are more. To see the others, use a narrower pattern, path or glob.]',
    );
    assert.equal(
      await answer([...one, match('/ws/b', 1, 'x')], { cut: 'bytes' }),
      'a:1: x\nb:1: x\n[Only the first 2 matches are shown: they fill 100 KB and there are more. To see the others, use a narrower pattern, path or glob, or less context.]',
    );
    const cut = await runTool(bound(search(one, { cut: 'bytes' })), { pattern: 'x' });
    assert.equal(cut.ok && cut.exhibit.truncated, true);
  });

  it('says of which files the saved text was searched', async () => {
    assert.equal(
      await answer([], { unsaved: ['/ws/src/a.ts'] }),
      'No line matches.\n[src/a.ts has unsaved changes; its saved text was searched.]',
    );
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `/ws/${name}`);
    assert.equal(
      await answer([], { unsaved: many }),
      'No line matches.\n[a, b, c, d, e and 2 more have unsaved changes; their saved text was searched.]',
    );
  });

  it('takes secrets out before it cuts a line', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const text = await answer([match('/ws/a', 1, `${'y'.repeat(490)} ${secret}`)]);
    assert.doesNotMatch(text, /ghp_/);
    assert.equal(await answer([match('/ws/a', 1, 'x'.repeat(2000))]), `a:1: ${'x'.repeat(502)}…`);
  });

  it('removes a private key that is reported line by line', async () => {
    const key = [
      'const before = 1;',
      '-----BEGIN RSA PRIVATE KEY-----',
      'MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi'.repeat(2),
      'x'.repeat(64),
      '-----END RSA PRIVATE KEY-----',
      'const after = 2;',
    ];
    const text = await answer(key.map((line, at) => match('/ws/src/key.ts', at + 1, line)));
    assert.equal(
      text,
      [
        'src/key.ts',
        '1: const before = 1;',
        ...[2, 3, 4, 5].map((line) => `${String(line)}: [REDACTED:private-key]`),
        '6: const after = 2;',
      ].join('\n'),
    );
  });

  it('judges a line by its neighbors in the file', async () => {
    const drawn = 'kD3vQ9zX1tW7pL2m'.repeat(4);
    const files = createFakeFiles({
      '/ws/key.pem': `-----BEGIN PRIVATE KEY-----\n${`${drawn}\n`.repeat(30)}-----END PRIVATE KEY-----\n`,
      '/ws/a.yml': `db:\n  password:\n    "hunter2hunter2"\n  port: 1\n`,
    });
    const fake = search([
      match('/ws/a.yml', 3, '    "hunter2hunter2"'),
      match('/ws/a.yml', 4, '  port: 1'),
      match('/ws/key.pem', 12, drawn),
      match('/ws/gone', 1, 'x'),
    ]);
    const tool = bindTool(grep, capabilitiesWith({ search: fake, files }));
    const text = await textOf(tool, { pattern: 'x' });
    assert.doesNotMatch(text, /hunter2|kD3vQ9/);
    assert.match(text, /port: 1/);
    assert.match(text, /gone\n1: x/);
  });

  it('minds case and asks for 200 matches of 100 KB, without what is ignored', async () => {
    const fake = search([]);
    assert.equal(await textOf(bound(fake), { pattern: 'x' }), 'No line matches.');
    const [{ signal: _, ...asked } = {}] = fake.requests;
    assert.deepEqual(asked, {
      pattern: 'x',
      path: '.',
      caseSensitive: true,
      context: 0,
      includeIgnored: false,
      maxMatches: 200,
      maxBytes: 102_400,
    });
  });

  it('passes the arguments on', async () => {
    const fake = search([]);
    await runTool(bound(fake), {
      pattern: 'x',
      path: 'src',
      case_sensitive: false,
      glob: '*.ts',
      context: 10,
      include_ignored: true,
    });
    const [{ signal: _, ...asked } = {}] = fake.requests;
    assert.deepEqual(asked, {
      pattern: 'x',
      path: 'src',
      caseSensitive: false,
      glob: '*.ts',
      context: 10,
      includeIgnored: true,
      maxMatches: 200,
      maxBytes: 102_400,
    });
    const prepared = bound(fake).prepare({ pattern: 'x', path: 'src', glob: '*.ts' });
    assert.equal(prepared.ok && prepared.value.label, 'x · src · *.ts');
  });

  for (const args of [
    { pattern: '' },
    { pattern: 'x', context: 11 },
    { pattern: 'x', context: -1 },
    { pattern: 'x', glob: '' },
  ]) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      assert.match(await textOf(bound(search([])), args), /^validation: /);
    });
  }

  it('hands on a refusal', async () => {
    const fake = createFakeSearch({ grep: fail(failure('validation', 'unclosed group')) });
    assert.equal(await textOf(bound(fake), { pattern: '(' }), 'validation: unclosed group');
  });
});
