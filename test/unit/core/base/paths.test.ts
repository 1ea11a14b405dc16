import assert from 'node:assert/strict';
import path from 'node:path';
import * as fc from 'fast-check';
import {
  displayPath,
  isAbsolutePath,
  isInside,
  joinPath,
  normalizePath,
  relativeInside,
  resolveAgainst,
  type PathStyle,
} from '../../../../src/core/base/paths';

const posix: PathStyle = { separator: '/', caseSensitive: true };
const windows: PathStyle = { separator: '\\', caseSensitive: false };

const pathText = fc
  .array(fc.constantFrom('/', '\\', '.', '..', 'a', 'B', 'ws', 'ws-old', ' ', '...'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('normalizePath', () => {
  it('agrees with the file system rules of node on every posix text', () => {
    fc.assert(
      fc.property(pathText, (text) => {
        const wanted = text === '' ? '.' : path.posix.normalize(text).replace(/(?<=.)\/$/, '');
        assert.equal(normalizePath(text, '/'), wanted);
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with node on absolute Windows paths', () => {
    fc.assert(
      fc.property(pathText, (text) => {
        const wanted = path.win32.normalize(`C:\\${text}`).replace(/(?<!:)\\$/, '');
        assert.equal(normalizePath(`C:\\${text}`, '\\'), wanted);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the share of a network path', () => {
    assert.equal(normalizePath('\\\\server\\share\\..\\a', '\\'), '\\\\server\\share\\a');
  });
});

describe('isAbsolutePath', () => {
  for (const [text, separator, absolute] of [
    ['/a', '/', true],
    ['a', '/', false],
    ['C:\\a', '/', false],
    ['C:\\a', '\\', true],
    ['c:/a', '\\', true],
    ['C:a', '\\', false],
    ['\\a', '\\', false],
    ['\\\\server\\share', '\\', true],
  ] as const) {
    it(`${text} is ${absolute ? '' : 'not '}absolute where ${separator} separates`, () => {
      assert.equal(isAbsolutePath(text, separator), absolute);
    });
  }
});

describe('isInside', () => {
  for (const [root, inner, style, inside] of [
    ['/ws', '/ws', posix, true],
    ['/ws', '/ws/a', posix, true],
    ['/ws', '/ws-old', posix, false],
    ['/ws', '/ws/../x', posix, false],
    ['/ws', '/WS/a', posix, false],
    ['/ws', 'ws/a', posix, false],
    ['/', '/anything', posix, true],
    ['/ws/', '/ws/a', posix, true],
    ['c:\\ws', 'C:\\WS\\a', windows, true],
    ['C:\\ws', 'D:\\ws\\a', windows, false],
    ['C:\\ws', 'C:/ws/a', windows, true],
    ['\\\\server\\share\\ws', '\\\\SERVER\\share\\ws\\a', windows, true],
    ['\\\\server\\share\\ws', '\\\\server\\other\\ws\\a', windows, false],
  ] as const) {
    it(`${inner} is ${inside ? 'inside' : 'outside'} ${root}`, () => {
      assert.equal(isInside(root, inner, style), inside);
    });
  }

  it('agrees with the relative path of Node.js', () => {
    fc.assert(
      fc.property(pathText, pathText, (a, b) => {
        const [root, inner] = [path.posix.resolve('/', a), path.posix.resolve('/', b)];
        const relative = path.posix.relative(root, inner);
        const wanted = relative !== '..' && !relative.startsWith('../');
        assert.equal(isInside(root, inner, posix), wanted);
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with relativeInside for all pairs of texts', () => {
    fc.assert(
      fc.property(pathText, pathText, fc.constantFrom(posix, windows), (root, below, style) => {
        for (const inner of [below, `${root}/${below}`, root + below]) {
          const wanted = relativeInside(root, inner, style) !== undefined;
          assert.equal(isInside(root, inner, style), wanted);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('resolveAgainst', () => {
  it('never answers a path with a dot segment, whatever the text', () => {
    fc.assert(
      fc.property(pathText, (text) => {
        const resolved = resolveAgainst('/root/ws', text, '/');
        assert.ok(isAbsolutePath(resolved, '/'));
        assert.ok(!resolved.split('/').some((name) => name === '.' || name === '..'));
      }),
    );
  });

  it('leaves the root for a text that climbs', () => {
    assert.equal(resolveAgainst('/root/ws', '../other', '/'), '/root/other');
    assert.equal(joinPath('/', '../../x', '/'), '/x');
  });
});

describe('displayPath', () => {
  it('is relative in the first root, where a relative path means the same again', () => {
    assert.equal(displayPath(['/ws', '/lib'], '/ws/src/a.ts', posix), 'src/a.ts');
    assert.equal(displayPath(['/ws', '/lib'], '/ws', posix), '.');
  });

  it('is absolute in other roots and outside', () => {
    assert.equal(displayPath(['/ws', '/lib'], '/lib/a.ts', posix), '/lib/a.ts');
    assert.equal(displayPath([], '/lib/a.ts', posix), '/lib/a.ts');
  });

  it('leads back to the same path', () => {
    fc.assert(
      fc.property(pathText, (text) => {
        const full = resolveAgainst('/ws', text, '/');
        assert.equal(resolveAgainst('/ws', displayPath(['/ws'], full, posix), '/'), full);
      }),
    );
  });

  it('keeps the names of a path below a root', () => {
    assert.equal(relativeInside('C:\\Ws', 'c:\\ws\\Src\\A', windows), 'Src\\A');
  });
});
