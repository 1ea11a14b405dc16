import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import type { GrepRequest } from '../../../../src/core/ports/search';
import type { SearchDeps } from '../../../../src/adapters/search/search';
import { openSearch, type OpenedSearch } from '../../fakes/real-search';
import { createTemporaryWorkspace } from '../../fakes/temporary-workspace';
import { times } from '../../../soak';

async function inTree<T>(
  files: Readonly<Record<string, string>>,
  deps: Partial<SearchDeps>,
  ask: (opened: OpenedSearch) => Promise<T>,
): Promise<T> {
  const ws = createTemporaryWorkspace({ denyRead: ['**/denied*'] });
  try {
    for (const [name, text] of Object.entries(files)) ws.put(`ws/${name}`, text);
    const unsaved = () => Promise.resolve(Object.keys(files).map((name) => `${ws.root}/${name}`));
    return await ask(openSearch(ws, { unsaved, ...deps }));
  } finally {
    ws.dispose();
  }
}

const nameIn = (file: string): string => file.replace(/^.*?\/ws\//, 'ws/');

async function grepped(
  word: string,
  { grepWhole }: OpenedSearch,
  asked: Partial<GrepRequest>,
): Promise<{ readonly files: readonly string[]; readonly unsaved: readonly string[] }> {
  const found = await grepWhole(word, asked);
  assert.ok(found.ok);
  const { matches, unsaved } = found.value;
  const files = new Set(matches.map(({ path: file }) => nameIn(file)));
  return { files: [...files], unsaved: unsaved.map(nameIn) };
}

/** With the ripgrep of the harness. */
describe('search, for any tree and pattern,', function () {
  this.timeout(600_000);

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

  it('lists, searches and reports as unsaved the same files', async () => {
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
        const tree = { ...asked.files, 'src/deep/z': 'one', ...asked.rules };
        await inTree(tree, { excluded: () => excluded }, async (search) => {
          const scope = { path: below, includeIgnored };
          const listed = await search.find(asked.glob, scope);
          // Every file contains the word.
          const found = await grepped('one', search, { ...scope, glob: asked.glob });
          assert.deepEqual(found, { files: listed, unsaved: listed });
        });
      }),
      { numRuns: times(60) },
    );
  });

  it('applies the rules of every folder, from whichever folder it starts', async () => {
    const scenario = fc.record({
      files,
      rules: fc.dictionary(
        fc.constantFrom('.gitignore', 'src/.gitignore', 'src/deep/.gitignore'),
        fc.array(rule, { maxLength: 3 }).map((rules) => rules.join('\n')),
      ),
      below: fc.constantFrom('src', 'src/deep'),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ below, ...asked }) => {
        const tree = { ...asked.files, 'src/deep/z': 'one', ...asked.rules };
        await inTree(tree, {}, async ({ find }) => {
          const all = (await find('**')).filter((file) => file.startsWith(`ws/${below}/`));
          const listed = await find('**', { path: below });
          // A folder that is ignored is searched only if it is named.
          assert.deepEqual(
            all.filter((file) => !listed.includes(file)),
            [],
          );
          const isIgnored = !all.includes('ws/src/deep/z');
          if (!isIgnored) assert.deepEqual(listed, all);
        });
      }),
      { numRuns: times(60) },
    );
  });

  /** Means the same in JavaScript. */
  const atom = fc.constantFrom(
    ...['a', 'b', 'é', ' ', '.', '[ab]', '[^a]', '[a-c1]', '\\.', '^', '$', '\\x61', '\\p{L}'],
    ...['(a|b)', '(?:é)', '"', '/', '-', ',', '_'],
  );
  const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '+?');
  const part = fc
    .tuple(atom, repeat)
    .map(([text, many]) => (text === '^' || text === '$' ? text : text + many));
  const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  const line = fc
    .array(fc.constantFrom('a', 'b', 'c', 'A', 'é', 'É', '1', ' ', '.', '-', '"', '_', ','), {
      maxLength: 6,
    })
    .map((chars) => chars.join(''));

  /** The expected lines of a file, by JavaScript. */
  function expected(
    lines: readonly string[],
    expression: RegExp,
    context: number,
  ): readonly string[] {
    const isMatch = lines.map((text) => expression.test(text));
    return lines.flatMap((text, at) => {
      const isNear = isMatch.slice(Math.max(0, at - context), at + context + 1).includes(true);
      if (!isNear) return [];
      const sign = isMatch[at] === true ? ':' : '-';
      return [`ws/a${sign}${String(at + 1)}${sign}${text}`];
    });
  }

  it('finds the lines that match, with their context', async () => {
    const scenario = fc.record({
      pattern,
      lines: fc.array(line, { minLength: 1, maxLength: 12 }),
      caseSensitive: fc.boolean(),
      context: fc.integer({ min: 0, max: 2 }),
      ending: fc.constantFrom('\n', '\r\n'),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ pattern: asked, lines, ending, ...more }) => {
        const found = await inTree(
          { a: lines.map((text) => text + ending).join('') },
          {},
          (search) => search.grep(asked, more),
        );
        const expression = new RegExp(asked, more.caseSensitive ? 'v' : 'vi');
        assert.deepEqual(found, expected(lines, expression, more.context));
      }),
      { numRuns: times(60) },
    );
  });

  for (const refused of [
    ...['(?=a)', '(?<!a)b', '(a)\\1', 'a\\nb', 'a\nb', '[a', '(a', 'a)', '*', '\\q', 'a{'],
    ...['a{1000}{1000}{1000}', 'a\\x00', '\\p{Nobody}', '[z-a]', '(?P<a>x)(?P<a>y)'],
    `${'('.repeat(300)}a${')'.repeat(300)}`,
  ]) {
    it(`refuses ${JSON.stringify(refused.slice(0, 20))} with a remedy`, async () => {
      const answer = await inTree({ a: 'a' }, {}, (search) => search.grepWhole(refused));
      assert.ok(!answer.ok);
      assert.equal(answer.failure.category, 'invalid_parameters');
      assert.match(answer.failure.suggestion, /^(?:Correct|Use|Search|Leave)/);
      // What ripgrep advises is about its own options.
      assert.doesNotMatch(answer.failure.message, /Consider|PCRE/);
    });
  }

  it('says why it refuses a long pattern', async () => {
    const long = `${'a'.repeat(990)}(`;
    const answer = await inTree({ a: 'a' }, {}, (search) => search.grepWhole(long));
    assert.match(answer.ok ? '' : answer.failure.message, /unclosed group$/);
  });

  it('ends for patterns that would backtrack without end', async () => {
    const tree = { a: `${'a'.repeat(60)}b`, b: 'a' };
    const found = await inTree(tree, {}, (search) => search.grep('^(a+)+$'));
    assert.deepEqual(found, ['ws/b:1:a']);
  });

  it('applies the rules of every parent folder of the searched one', async () => {
    const kept = ['.gitignore', 'keep.log', 'never.tmp', 'top'];
    const left = ['x.log', 'only', 'build/x'];
    const files = Object.fromEntries([...kept, ...left].map((name) => [`src/a/${name}`, 'one']));
    const tree = {
      ...files,
      '.gitignore': '*.log\nbuild/\n/src/top\n',
      'src/.gitignore': '!keep.log\n/a/only\n',
      'src/.ignore': '*.tmp',
      'src/a/.gitignore': '!never.tmp\n# one',
    };
    const wanted = kept.map((name) => `ws/src/a/${name}`);
    await inTree(tree, {}, async (search) => {
      const asked = { path: 'src/a' };
      assert.deepEqual(await search.find('*', asked), wanted);
      assert.deepEqual((await grepped('one', search, asked)).files, wanted);
    });
  });

  it('applies the rules of a nested repository', async () => {
    const ws = createTemporaryWorkspace();
    ws.put('ws/.gitignore', '*.log');
    ws.put('ws/inner/a.log', 'one');
    ws.put('ws/inner/a.ts', 'one');
    mkdirSync(path.join(ws.root, 'inner/.git'));
    const { find } = openSearch(ws);
    assert.deepEqual(await find('a*'), ['ws/inner/a.ts']);
    assert.deepEqual(await find('a*', { path: 'inner' }), ['ws/inner/a.log', 'ws/inner/a.ts']);
    ws.dispose();
  });
});
