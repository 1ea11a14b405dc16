import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expectedBreaks, probesFolder } from './probe-comments';

/** Folders with one subject per file. */
const catalog = /^src\/core\/(gates|tools|wire)\/[^/]+$|^src\/core\/shell\/programs\//;

/** Entries of bundles. */
const roots = new Set([
  'src/extension.ts',
  'src/work.ts',
  'src/store-worker.ts',
  'src/web-tools.ts',
  'src/mcp.ts',
]);

const maxFiles = 25;
const shortLines = 80;

/** The code files of a tree laid out like this repository, with who imports each. */
interface Tree {
  readonly files: ReadonlyMap<string, string>;
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly hasTest: (file: string) => boolean;
}

function readTree(root: string): Tree {
  const files = new Map(
    ['src', 'webview']
      .flatMap((folder) => codeFiles(root, folder))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
  const importers = new Map([...files.keys()].map((file) => [file, new Set<string>()]));
  for (const [file, text] of files) {
    for (const target of importsOf(file, text, files)) importers.get(target)?.add(file);
  }
  const hasTest = (file: string): boolean => {
    const stem = file.replace(/^src\//, '').replace(/\.tsx?$/, '');
    return ['ts', 'tsx'].some((extension) => {
      const test = path.join(root, 'test/unit', `${stem}.test.${extension}`);
      return existsSync(test) && /\bit\(/.test(readFileSync(test, 'utf8'));
    });
  };
  return { files, importers, hasTest };
}

function codeFiles(root: string, folder: string): readonly string[] {
  const absolute = path.join(root, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(gen|d)\.ts$/.test(file));
}

function importsOf(
  file: string,
  text: string,
  files: ReadonlyMap<string, string>,
): readonly string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, name = '']) => {
    const stem = path.posix.join(path.posix.dirname(file), name);
    return [`${stem}.ts`, `${stem}.tsx`].filter((each) => files.has(each) && each !== file);
  });
}

/** Short files with a single importer next to them and no test of their own. */
function loneFiles({ files, importers, hasTest }: Tree): readonly string[] {
  return [...files.keys()].filter((file) => {
    const [user, ...others] = importers.get(file) ?? [];
    if (user === undefined || others.length > 0) return false;
    if (catalog.test(file) || roots.has(file)) return false;
    const folder = path.dirname(file);
    const isNear = [folder, path.dirname(folder)].includes(path.dirname(user));
    const lines = files.get(file)?.split('\n').length ?? 0;
    return isNear && lines < shortLines && !hasTest(file);
  });
}

function crowdedFolders({ files }: Tree): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files.keys()) {
    if (catalog.test(file)) continue;
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => (count > maxFiles ? [folder] : []));
}

/** Folders that import each other, as `file: imports both ways with folder`. */
function mutualFolders({ importers }: Tree): readonly string[] {
  const edges = new Map<string, string>();
  for (const [file, users] of importers) {
    for (const user of users) {
      const [from, to] = [path.dirname(user), path.dirname(file)];
      if (from !== to) edges.set(`${from} ${to}`, user);
    }
  }
  return [...edges].flatMap(([edge, user]) => {
    const [from = '', to = ''] = edge.split(' ');
    return from < to && edges.has(`${to} ${from}`) ? [`${user}: imports both ways with ${to}`] : [];
  });
}

describe('the shape of the source', () => {
  const tree = readTree('.');

  it('has no short file that should be part of its only importer', () => {
    assert.deepEqual(loneFiles(tree), []);
  });

  it('has no folder of more than 25 files', () => {
    assert.deepEqual(crowdedFolders(tree), []);
  });

  it('has no two folders that import each other', () => {
    assert.deepEqual(mutualFolders(tree), []);
  });

  it('is checked: every probe that breaks a rule is reported, and no other', () => {
    const root = path.join(probesFolder, 'shape');
    const probes = readTree(root);
    const found = [...loneFiles(probes).map((file) => `${file}: alone`), ...mutualFolders(probes)];
    assert.deepEqual(found.sort(), expectedBreaks(root));
    const many = Array.from(
      { length: maxFiles + 1 },
      (_, n) => [`src/a/f${String(n)}.ts`, ''] as const,
    );
    assert.deepEqual(crowdedFolders({ ...probes, files: new Map(many) }), ['src/a']);
  });
});
