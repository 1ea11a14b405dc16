import { nameSet } from '../base/text-lines';
import type { Mention } from '../contracts/calls/call';
import { isObject, toList } from '../contracts/json';

/** Properties whose texts are paths, by the last word or the last two words of their names. */
const pathNames = nameSet(
  'path paths pathname pathnames file files filename filenames filepath filepaths dir dirs directory directories folder folders uri uris cwd root roots src source sources dest destination destinations target targets',
);

/** More is no list of paths that anybody would send. */
const maxMentions = 200;
const maxParts = 20_000;
const maxPath = 4096;
/** No file system takes a longer name. */
const maxName = 255;

/**
 * What in the arguments of a server's tool may be a path (003-mcp-2): the texts of a property whose
 * name says so or whose format is `uri`, URLs of files, and each other text or name of a property
 * that has a separator. Undefined if there is too much of it to be judged.
 */
export function pathMentions(
  schema: unknown,
  args: unknown,
  from: string | undefined,
): readonly Mention[] | undefined {
  const found = new Map<string, boolean>();
  const open: Part[] = [{ value: args, schema, isPath: false }];
  let parts = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    parts += 1;
    if (parts > maxParts || found.size > maxMentions) return undefined;
    for (const [text, isPath] of textsOf(part)) {
      found.set(text, isPath || found.get(text) === true);
    }
    open.push(...partsBelow(part));
  }
  if (found.size > maxMentions) return undefined;
  return Array.from(found, ([text, isPath]) => {
    return { text, isPath, ...(from !== undefined && { from }) };
  });
}

interface Part {
  readonly value: unknown;
  /** Of the value, as far as it is plainly written. */
  readonly schema: unknown;
  /** True below a property whose name says so. */
  readonly isPath: boolean;
}

function partsBelow({ value, schema, isPath }: Part): readonly Part[] {
  const { properties, items } = isObject(schema) ? schema : {};
  if (Array.isArray(value)) {
    return toList(value).map((item) => ({ value: item, schema: items, isPath }));
  }
  if (!isObject(value)) return [];
  const schemas = isObject(properties) ? properties : {};
  return Object.entries(value).flatMap(([name, inner]) => [
    { value: name, schema: undefined, isPath },
    {
      value: inner,
      schema: Object.hasOwn(schemas, name) ? schemas[name] : undefined,
      isPath: isPathName(name),
    },
  ]);
}

function isPathName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  return pathNames.has(words.at(-1) ?? '') || pathNames.has(words.slice(-2).join(''));
}

/** What the value may lead to, and whether it is surely meant as a path. */
function textsOf({ value, schema, isPath }: Part): readonly (readonly [string, boolean])[] {
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (/^file:/i.test(text)) return fileUrlPaths(text).filter(isPossible).map(asSurePath);
  if (!isPossible(text)) return [];
  const isUri = isObject(schema) && schema['format'] === 'uri';
  const isElsewhere = /^[a-z][a-z0-9+.-]+:/i.test(text);
  if ((isPath || isUri) && !isElsewhere) return [asSurePath(text)];
  return /[\\/]/.test(text) ? [[text, false]] : [];
}

function asSurePath(text: string): readonly [string, boolean] {
  return [text, true];
}

function isPossible(text: string): boolean {
  if (text === '' || text.length > maxPath || /[\r\n]/.test(text)) return false;
  return text.split(/[\\/]/).every(({ length }) => length <= maxName);
}

/** As the standard reads the URL, and as a server does that only cuts its beginning off. */
function fileUrlPaths(text: string): readonly string[] {
  const cut = text.replace(/^file:(?:\/\/)?/i, '');
  if (!URL.canParse(text)) return [cut];
  const { pathname } = new URL(text);
  return [...new Set([cut, decoded(pathname)])].map((path) => path.replace(/^\/([a-z]:)/i, '$1'));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
