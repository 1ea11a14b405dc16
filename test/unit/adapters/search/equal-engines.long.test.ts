import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import type { FindRequest, GrepRequest } from '../../../../src/core/ports/search';
import {
  buildSearchWorker,
  installedRipgrep,
  openSearch,
  type BuiltWorker,
  type OpenedSearch,
} from '../../fakes/search-engines';
import { createTemporaryWorkspace } from '../../fakes/temporary-workspace';
import { times } from '../../../soak';

interface Tree {
  readonly files: Readonly<Record<string, string>>;
  readonly excluded?: readonly string[];
}

type Ask = (opened: OpenedSearch, engine: 'worker' | 'ripgrep') => Promise<unknown>;

async function filesWith(
  word: string,
  { grepWhole }: OpenedSearch,
  asked: Partial<GrepRequest>,
): Promise<readonly string[]> {
  const found = await grepWhole(word, asked);
  assert.ok(found.ok);
  return [
    ...new Set(found.value.matches.map(({ path: file }) => file.replace(/^.*?\/ws\//, 'ws/'))),
  ];
}

/** Compares both engines on the same tree; needs the ripgrep of the harness. */
const program = installedRipgrep();
if (program !== undefined) {
  describe('both engines give the same answer', function () {
    this.timeout(600_000);
    let worker: BuiltWorker;

    before(async () => {
      worker = await buildSearchWorker();
    });
    after(() => worker.dispose());

    async function expectSame({ files, excluded = [] }: Tree, ask: Ask): Promise<unknown> {
      const ws = createTemporaryWorkspace({ denyRead: ['**/denied*'] });
      try {
        for (const [name, text] of Object.entries(files)) ws.put(`ws/${name}`, text);
        const deps = { excluded: () => excluded };
        const byWorker = await ask(openSearch(ws, worker, deps), 'worker');
        const byRipgrep = await ask(openSearch(ws, worker, { ...deps, program }), 'ripgrep');
        assert.deepEqual(byWorker, byRipgrep);
        return byRipgrep;
      } finally {
        ws.dispose();
      }
    }

    const name = fc.constantFrom('a', 'b', 'a.ts', 'b.ts', 'a.test.ts', '.x', 'A', 'a-b', 'ü.ts');
    const folder = fc.constantFrom('', 'src/', 'src/deep/', 'node_modules/a/', 'src/out/', '.h/');
    const file = fc.tuple(folder, name).map((parts) => parts.join(''));
    const files = fc.dictionary(file, fc.constantFrom('one\n', 'two\none', 'x\r\none\r\n'), {
      maxKeys: 12,
    });
    const piece = fc.constantFrom('a', 'src', '*', '*.ts', '**', '{a,b}', 'a*', '?', '[ab]', 'out');
    const glob = fc
      .tuple(fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 3 }))
      .map(([negative, pieces]) => `${negative ? '!' : ''}${pieces.join('/')}`);
    const rule = fc
      .tuple(fc.constantFrom('', '!', '/'), piece, fc.constantFrom('', '/', '/**'))
      .map((parts) => parts.join(''));

    it('for any glob, excludes, ignore file and folder', async () => {
      const scenario = fc.record({
        files,
        glob,
        excluded: fc.array(
          glob.map((text) => text.replace('!', '')),
          { maxLength: 3 },
        ),
        rules: fc.dictionary(
          fc.constantFrom('.gitignore', 'src/.gitignore', '.ignore', 'src/deep/.gitignore'),
          fc.array(rule, { maxLength: 3 }).map((rules) => [...rules, '# one'].join('\n')),
        ),
        includeIgnored: fc.boolean(),
        below: fc.constantFrom('.', 'src', 'src/deep'),
      });
      await fc.assert(
        fc.asyncProperty(scenario, async ({ below, includeIgnored, excluded, ...asked }) => {
          const tree = { files: { ...asked.files, 'src/deep/z': 'one', ...asked.rules }, excluded };
          const find: Partial<FindRequest> = { path: below, includeIgnored };
          const grep: Partial<GrepRequest> = { ...find, glob: asked.glob };
          await expectSame(tree, (search) => search.grep('one', grep));
          // Every file contains the word, so ripgrep lists the same files.
          await expectSame(tree, (search, name) =>
            name === 'worker' ? search.find(asked.glob, find) : filesWith('one', search, grep),
          );
        }),
        { numRuns: times(60) },
      );
    });

    const atom = fc.constantFrom(
      ...[
        'a',
        'b',
        'é',
        ' ',
        '.',
        '\\w',
        '\\d',
        '\\s',
        '\\S',
        '\\W',
        '[ab]',
        '[^a]',
        '[a-c1]',
        '\\.',
      ],
      ...['\\bb', '^', '$', '[[:alpha:]]', '[\\w-]', '\\x61', '\\p{L}', '\\pL', '(a|b)', '(?:é)'],
      ...['(?P<n>a)', '"', '\\-', '/', '}', ']', '[]a]', '[a&&[^b]]', '\\<a', '[\\W_]'],
    );
    const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '+?', '{,2}', '**');
    const part = fc.tuple(atom, repeat).map((parts) => parts.join(''));
    const pattern = fc
      .tuple(fc.constantFrom('', '', '(?i)'), fc.array(part, { minLength: 1, maxLength: 4 }))
      .map(([flags, parts]) => flags + parts.join(''));
    const line = fc
      .array(
        fc.constantFrom('a', 'b', 'c', 'A', 'é', 'É', '1', ' ', '.', '-', '"', '_', '}', '٣'),
        {
          maxLength: 6,
        },
      )
      .map((chars) => chars.join(''));

    it('for any pattern', async () => {
      const scenario = fc.record({
        pattern,
        lines: fc.array(line, { minLength: 1, maxLength: 12 }),
        caseSensitive: fc.boolean(),
        context: fc.integer({ min: 0, max: 2 }),
        maxMatches: fc.integer({ min: 1, max: 6 }),
      });
      await fc.assert(
        fc.asyncProperty(scenario, async ({ pattern: asked, lines, ...more }) => {
          const tree = { files: { a: lines.join('\n'), 'b/c': lines.join('\r\n') } };
          await expectSame(tree, (search) => search.grep(asked, more));
        }),
        { numRuns: times(60) },
      );
    });

    for (const refused of [
      '(?=a)',
      '(?<!a)b',
      '(a)\\1',
      'a\\nb',
      '[a',
      '(a',
      'a)',
      '*',
      '\\q',
      'a{',
    ]) {
      it(`refuses ${refused}`, async () => {
        const answer = await expectSame({ files: { a: 'a' } }, (search) => search.grep(refused));
        assert.deepEqual(answer, ['validation']);
      });
    }

    it('for rules of every parent folder of the searched one', async () => {
      const kept = ['.gitignore', 'keep.log', 'never.tmp', 'top'];
      const left = ['x.log', 'only', 'build/x'];
      const files = Object.fromEntries([...kept, ...left].map((name) => [`src/a/${name}`, 'one']));
      const tree = {
        files: {
          ...files,
          '.gitignore': '*.log\nbuild/\n/src/top\n',
          'src/.gitignore': '!keep.log\n/a/only\n',
          'src/.ignore': '*.tmp',
          'src/a/.gitignore': '!never.tmp\n# one',
        },
      };
      const asked = { path: 'src/a' };
      const found = await expectSame(tree, (search, name) =>
        name === 'worker' ? search.find('*', asked) : filesWith('one', search, asked),
      );
      assert.deepEqual(
        found,
        kept.map((name) => `ws/src/a/${name}`),
      );
    });

    it('in a nested repository', async () => {
      const ws = createTemporaryWorkspace();
      ws.put('ws/.gitignore', '*.log');
      ws.put('ws/inner/a.log', 'one');
      ws.put('ws/inner/a.ts', 'one');
      mkdirSync(path.join(ws.root, 'inner/.git'));
      for (const deps of [{}, { program }]) {
        const opened = openSearch(ws, worker, deps);
        assert.deepEqual(await opened.find('a*'), ['ws/inner/a.ts']);
        assert.deepEqual(await opened.find('a*', { path: 'inner' }), [
          'ws/inner/a.log',
          'ws/inner/a.ts',
        ]);
      }
      ws.dispose();
    });
  });
}
