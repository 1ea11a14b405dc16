import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import {
  LimitedSurvey,
  globsOf,
  type FileEvents,
} from '../../../../src/adapters/search/limited-files';
import { Ripgrep } from '../../../../src/adapters/search/ripgrep';
import { defaultAskRead, defaultDenyRead } from '../../../../src/core/contracts/policy/read-lists';
import { inEnglish } from '../../../../src/core/base/sentence';
import { installedRipgrep } from '../../fakes/real-search';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

/** With the ripgrep of the harness. */
describe('the limited files of a folder', () => {
  let ws: TemporaryWorkspace;
  let survey: LimitedSurvey;
  let events: FileEvents;
  let listings: number;
  let denyRead: readonly string[];
  let askRead: readonly string[];

  beforeEach(() => open(defaultDenyRead));
  afterEach(() => {
    survey.dispose();
    ws.dispose();
  });

  function open(
    denied: readonly string[],
    allowRead: readonly string[] = [],
    storage: readonly string[] = [],
  ): void {
    denyRead = denied;
    askRead = defaultAskRead;
    listings = 0;
    ws = createTemporaryWorkspace({
      denyRead: denied,
      askRead,
      allowRead,
      storage,
    });
    const ripgrep = new Ripgrep({ path: installedRipgrep, environment: {} }, 60_000);
    survey = new LimitedSurvey({
      ripgrep: {
        list: (job, onPath) => {
          listings += 1;
          return ripgrep.list(job, onPath);
        },
      },
      limitOf: (real) => ws.guard.limitOf(real),
      lists: { deny: () => denyRead, ask: () => askRead, allow: () => allowRead },
      storage: () => ws.storageFolders(),
      watch: (reported) => {
        events = reported;
        return { dispose: () => undefined };
      },
    });
  }

  function reopen(...how: Parameters<typeof open>): void {
    survey.dispose();
    ws.dispose();
    open(...how);
  }

  const below = async (folder = ''): Promise<readonly string[] | undefined> =>
    (await survey.below(path.join(ws.root, folder)))?.map((file) =>
      path.relative(ws.root, file.path),
    );

  it('are found whether hidden, ignored or in the repository, in any letter case', async () => {
    ws.put('ws/.gitignore', '*');
    for (const file of [
      '.env',
      'a/.env.local',
      'a/.ENV',
      '.git/config',
      'b/secrets/x/y',
      'k.PEM',
    ]) {
      ws.put(`ws/${file}`, '');
    }
    for (const file of ['.env.example', 'a/b.ts', 'secrets.md', '.github/config']) {
      ws.put(`ws/${file}`, '');
    }
    assert.deepEqual(await below(), [
      '.env',
      '.git/config',
      'a/.ENV',
      'a/.env.local',
      'b/secrets/x/y',
      'k.PEM',
    ]);
  });

  it('are remembered, also for the folders inside', async () => {
    ws.put('ws/a/.env', '');
    ws.put('ws/b/c', '');
    assert.deepEqual(await below(), ['a/.env']);
    assert.deepEqual(await below('a'), ['a/.env']);
    assert.deepEqual(await below('b'), []);
    assert.equal(listings, 1);
  });

  it('decision shell-trees: are known to the next call when the first did not wait', async () => {
    ws.put('ws/.env', '');
    void survey.below(ws.root);
    assert.deepEqual(await below(), ['.env']);
    assert.equal(listings, 1);
  });

  it('decision shell-trees: follow what appears and disappears', async () => {
    ws.put('ws/a/x.ts', '');
    assert.deepEqual(await below(), []);
    events.created(ws.put('ws/b.ts', ''));
    events.created(ws.put('ws/a/.env', ''));
    ws.put('ws/moved/in/id_rsa', '');
    events.created(path.join(ws.root, 'moved'));
    events.created(path.join(ws.root, 'gone-again'));
    assert.deepEqual(await below(), ['a/.env', 'moved/in/id_rsa']);
    events.deleted(path.join(ws.root, 'a'));
    assert.deepEqual(await below(), ['moved/in/id_rsa']);
    assert.equal(listings, 2);
  });

  it('are looked up again after a folder around them went, or after very many events', async () => {
    ws.put('ws/a/b/.env', '');
    assert.deepEqual(await below('a/b'), ['a/b/.env']);
    events.deleted(path.join(ws.root, 'a'));
    assert.deepEqual(await below('a/b'), ['a/b/.env']);
    assert.equal(listings, 2);
    for (let count = 0; count < 600; count += 1) events.deleted(path.join(ws.root, 'a/b/c'));
    await below('a/b');
    assert.equal(listings, 3);
  });

  it('decision shell-trees: are looked up again when the lists change', async () => {
    ws.put('ws/.env', '');
    await below();
    denyRead = [...defaultDenyRead];
    await below();
    denyRead = ['**/other'];
    await below();
    assert.equal(listings, 2);
  });

  it('say why, also of those that only ask and of our own storage', async () => {
    reopen(defaultDenyRead, [], ['ws/stored']);
    ws.put('ws/.npmrc', '');
    ws.put('ws/id_rsa', '');
    ws.put('ws/stored/x', '');
    const found = (await survey.below(ws.root)) ?? [];
    assert.deepEqual(
      found.map(({ path: file, verdict }) => [path.relative(ws.root, file), verdict]),
      [
        ['.npmrc', 'ask'],
        ['id_rsa', 'deny'],
        ['stored/x', 'deny'],
      ],
    );
    assert.match(found.map(({ why }) => inEnglish(why)).join(), /token.*private key.*own storage/);
  });

  it('are all that an allow list leaves out', async () => {
    reopen([], ['**/*.md']);
    ws.put('ws/a.md', '');
    ws.put('ws/b.ts', '');
    assert.deepEqual(await below(), ['b.ts']);
  });

  it('decision shell-trees: are unknown, and not remembered so, where the listing fails', async () => {
    const failing = new LimitedSurvey({
      ripgrep: {
        list: (job, onPath) => {
          listings += 1;
          return new Ripgrep({ path: () => undefined, environment: {} }, 60_000).list(job, onPath);
        },
      },
      limitOf: () => undefined,
      lists: { deny: () => [], ask: () => [], allow: () => [] },
      storage: () => [],
      watch: () => ({ dispose: () => undefined }),
    });
    assert.equal(await failing.below(ws.root), undefined);
    assert.equal(await failing.below(ws.root), undefined);
    assert.equal(listings, 2);
    failing.dispose();
  });

  it('leave out what a link leads to', async () => {
    ws.put('outside/.env', '');
    symlinkSync(ws.outside, path.join(ws.root, 'out'));
    mkdirSync(path.join(ws.root, 'empty'));
    assert.deepEqual(await below(), []);
  });

  it('the globs for ripgrep miss nothing that the lists limit', async () => {
    const part = fc.constantFrom(
      'a',
      'b*',
      '*',
      '.env',
      '*.pem',
      '{a,c}',
      '!(a)',
      'A',
      '**',
      '?',
      '[ab]',
    );
    const glob = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const name = fc.constantFrom('a', 'b', 'bc', '.env', 'x.pem', 'C', 'A');
    const files = fc.array(
      fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(glob, files, async (denied, made) => {
        reopen([denied]);
        const put = made.filter((file) => {
          try {
            ws.put(`ws/${file}`, '');
            return true;
          } catch {
            // Another one is a folder, or has a folder of this name.
            return false;
          }
        });
        const expected = put.filter((file) => ws.guard.limitOf(path.join(ws.root, file)));
        assert.deepEqual(await below(), [...new Set(expected)].sort());
      }),
      { numRuns: 60 },
    );
  });
});

describe('globs for ripgrep', () => {
  it('are given for every shipped one', () => {
    const lists = [...defaultDenyRead, ...defaultAskRead];
    assert.ok(globsOf(lists).length >= lists.length);
  });

  for (const glob of [
    '/etc/shadow',
    '**/[[:alpha:]]',
    '**/a?',
    'C:\\x',
    `**/${'a'.repeat(1001)}`,
  ]) {
    it(`are none where ${glob.slice(0, 20)} is in the list`, () => {
      assert.deepEqual(globsOf(['**/.env', glob]), []);
    });
  }
});
