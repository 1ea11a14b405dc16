import { noGlobs, nothingLimited } from '../../fakes/limited-files';
import assert from 'node:assert/strict';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import { resolveSubject } from '../../../../src/core/pipeline/gate-input';
import type { ResolveOptions } from '../../../../src/core/ports/files';
import { createFakeClock } from '../../fakes/clock';
import { createFakeFiles } from '../../fakes/files';
import { fakeWorkspace } from '../../fakes/gate-call';
import { plainReader, plainReading, shellPart } from '../../fakes/shell-reading';

/** What each path of a call was resolved as. */
async function usesOf(subject: Parameters<typeof resolveSubject>[0]) {
  const asked: [string, ResolveOptions['use']][] = [];
  const files = createFakeFiles();
  const parts = {
    files: {
      ...files,
      resolve: (path: string, options?: ResolveOptions) => {
        asked.push([path, options?.use]);
        return files.resolve(path, options);
      },
    },
    limited: nothingLimited,
    globs: noGlobs,
    shell: plainReader,
    workspace: fakeWorkspace(),
  };
  const { paths } = await resolveSubject(subject, parts, createFakeClock());
  return { asked, paths };
}

describe('paths of a call', () => {
  it('decision file-sandbox: what is read and written is what a path leads to; what is removed is the entry itself', async () => {
    const { asked, paths } = await usesOf({
      text: '',
      reads: ['/ws/a'],
      writes: ['/ws/b'],
      removes: ['/ws/c'],
    });
    assert.deepEqual(asked, [
      ['/ws/a', 'file'],
      ['/ws/b', 'file'],
      ['/ws/c', 'entry'],
    ]);
    assert.deepEqual(
      paths.removes.map(({ given }) => given),
      ['/ws/c'],
    );
  });

  describe('of a folder that goes', () => {
    const files = createFakeFiles({ 'a/b/c.ts': '', 'a/d.ts': '', 'e.ts': '' });

    async function belowOf(takes: { readonly from: string; readonly to?: string }, inside = files) {
      const { from, to } = takes;
      const removes = [from, ...(to === undefined ? [] : [to])];
      const clock = createFakeClock();
      const parts = {
        files: inside,
        limited: nothingLimited,
        globs: noGlobs,
        shell: plainReader,
        workspace: fakeWorkspace(),
      };
      const subject = { text: '', reads: [], writes: [], removes, takes };
      const looked = resolveSubject(subject, parts, clock);
      const { paths } = await looked;
      const { below, isBelowKnown } = paths;
      return [below.map(({ resolved: place }) => place.ok && place.value.real), isBelowKnown];
    }

    it('are its parts, where they are and where they will be', async () => {
      const here = ['/ws/a/b', '/ws/a/b/c.ts', '/ws/a/d.ts'];
      assert.deepEqual(await belowOf({ from: '/ws/a' }), [here, true]);
      const there = ['/ws/x/b', '/ws/x/b/c.ts', '/ws/x/d.ts'];
      const both = [...here, ...there];
      assert.deepEqual(await belowOf({ from: '/ws/a', to: '/ws/x' }), [both, true]);
    });

    it('there are none of a file, and of what is not there', async () => {
      assert.deepEqual(await belowOf({ from: '/ws/e.ts', to: '/ws/x' }), [[], true]);
      assert.deepEqual(await belowOf({ from: '/ws/none', to: '/ws/x' }), [[], true]);
    });

    it('are not known when the disk does not tell them, or not all', async () => {
      const broken = () => Promise.resolve(fail(failure('execution', 'Permission denied')));
      assert.deepEqual(await belowOf({ from: '/ws/a' }, { ...files, inside: broken }), [[], false]);
      const cut = () => Promise.resolve(succeed({ paths: ['/ws/a/b'], isWhole: false }));
      const some = ['/ws/a/b'];
      assert.deepEqual(await belowOf({ from: '/ws/a' }, { ...files, inside: cut }), [some, false]);
    });
  });

  it('a command runs where commands may', async () => {
    const { asked } = await usesOf({
      text: 'ls',
      command: 'ls',
      cwd: '/ws',
      reads: [],
      writes: [],
    });
    assert.deepEqual(asked, [['/ws', 'command']]);
  });

  describe('that a command names', () => {
    const part = (given: string) =>
      shellPart('cat', { paths: [{ given, access: 'read', certain: true, redirected: false }] });

    /** Where each is sought, in order, beside the folder of the command. */
    async function soughtIn(cwd: string, real: string, { isTrusted = true } = {}) {
      const sought: string[] = [];
      const files = createFakeFiles();
      const parts = {
        files: {
          ...files,
          resolve: (asked: string) => {
            sought.push(asked);
            if (!isTrusted) return Promise.resolve(fail(failure('authz_denied', 'Not trusted.')));
            return Promise.resolve(succeed({ asked, real, exists: true, root: real }));
          },
          locate: (path: string, from?: string) => {
            sought.push(path);
            return files.locate(path, from);
          },
        },
        limited: nothingLimited,
        globs: noGlobs,
        shell: {
          read: (text: string) => Promise.resolve({ ...plainReading(text), parts: [part('a')] }),
        },
        workspace: { ...fakeWorkspace(), isTrusted: () => isTrusted },
      };
      const subject = { text: '', command: 'cat a', cwd, reads: [], writes: [] };
      const { paths } = await resolveSubject(subject, parts, createFakeClock());
      const named = paths.named.map(({ resolved: place }) => place.ok && place.value.real);
      return { sought, named };
    }

    it('are sought in an open folder', async () => {
      const { sought, named } = await soughtIn('/w', '/w');
      assert.deepEqual(sought, ['/w', '/w/a']);
      assert.deepEqual(named, ['/w/a']);
    });

    it('are sought where its folder leads', async () => {
      const there = await soughtIn('/w', '/ws');
      assert.deepEqual(there.sought, ['/w', '/ws/a']);
      assert.deepEqual(there.named, ['/ws/a']);
      assert.deepEqual((await soughtIn('/w/link', '/ws')).sought, ['/w/link', '/ws/a']);
    });

    it('are not sought in a workspace that is not trusted', async () => {
      const { sought, named } = await soughtIn('/w', '/w', { isTrusted: false });
      assert.deepEqual(sought, ['/w']);
      assert.deepEqual(named, []);
    });
  });
});

describe('globs that a command names', () => {
  const part = (glob: string) => {
    const path = { given: 'src', glob, access: 'read', certain: true, redirected: false } as const;
    const words = [
      { text: 'cat', known: true },
      { text: `src/${glob}`, known: false },
    ];
    return shellPart('cat', { words, paths: [path] });
  };

  async function expanded(
    globs: readonly string[],
    expand: (glob: string) => Promise<readonly string[] | undefined>,
    clock = createFakeClock(),
  ) {
    const asked: string[] = [];
    const parts = {
      files: createFakeFiles({ 'src/a.ts': '' }),
      limited: nothingLimited,
      globs: {
        expand: (_folder: string, glob: string) => {
          asked.push(glob);
          return expand(glob);
        },
      },
      shell: {
        read: (text: string) => Promise.resolve({ ...plainReading(text), parts: globs.map(part) }),
      },
      workspace: fakeWorkspace(),
    };
    const subject = { text: '', command: 'cat', cwd: '/ws', reads: [], writes: [] };
    const { paths } = await resolveSubject(subject, parts, clock);
    const named = paths.named.map(({ given }) => given);
    return { asked, named, known: [...(paths.globs?.values() ?? [])] };
  }

  it('decision shell-words: are looked up once each, and what they stand for is located', async () => {
    const found = await expanded(['*.ts', '*.ts', 'b*'], (glob) =>
      Promise.resolve(glob === 'b*' ? [] : ['a.ts']),
    );
    assert.deepEqual(found.asked, ['*.ts', 'b*']);
    assert.deepEqual(found.named, ['src', 'src/a.ts']);
    assert.deepEqual(found.known, [['a.ts'], []]);
  });

  it('decision shell-words: are not known where one is not, or where they stand for very many names', async () => {
    const one = await expanded(['*.ts', 'b*'], (glob) =>
      Promise.resolve(glob === 'b*' ? undefined : ['a.ts']),
    );
    assert.deepEqual(one.known, []);
    const many = Array.from({ length: 900 }, (_, at) => `${String(at)}.ts`);
    const all = await expanded(Array(5).fill('*.ts'), () => Promise.resolve(many));
    assert.deepEqual(all.known, []);
  });

  it('decision shell-words: are not known where the disk does not answer within 200 ms', async () => {
    const clock = createFakeClock();
    const never = () => {
      setImmediate(() => clock.advance(200));
      return new Promise<undefined>(() => undefined);
    };
    assert.deepEqual((await expanded(['*.ts'], never, clock)).known, []);
  });
});
