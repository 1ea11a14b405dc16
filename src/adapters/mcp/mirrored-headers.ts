import { isObject, type UnknownObject } from '../../core/contracts/json';

/** An argument that is also sent as a header, because the schema of its tool says so. */
export interface Mirrored {
  readonly path: readonly string[];
  readonly header: string;
}

const mark = 'x-mcp-header';
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** What is there is data. */
const notSchemas: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/**
 * What the schema of a tool marks with `x-mcp-header` (revision 2026-07-28); undefined if it breaks
 * a rule of the protocol, so that the tool is not to be used.
 */
export function readMirrored(schema: unknown): readonly Mirrored[] | undefined {
  const found: Mirrored[] = [];
  if (!visit(schema, [], found)) return undefined;
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return names.size === found.length ? found : undefined;
}

/** Whether it keeps the rules. The path is undefined where no argument has a place of its own. */
function visit(node: unknown, path: readonly string[] | undefined, found: Mirrored[]): boolean {
  if (Array.isArray(node)) return node.every((each: unknown) => visit(each, undefined, found));
  if (!isObject(node)) return true;
  if (Object.hasOwn(node, mark)) {
    const header = node[mark];
    const isName = typeof header === 'string' && isHeaderName(header);
    if (!isName || path === undefined || path.length === 0 || !types.has(node['type'])) {
      return false;
    }
    found.push({ path, header });
  }
  return Object.entries(node).every(([key, child]) => {
    if (notSchemas.has(key)) return true;
    if (key !== 'properties' || !isObject(child)) return visit(child, undefined, found);
    return Object.entries(child).every(([name, each]) =>
      visit(each, path === undefined ? undefined : [...path, name], found),
    );
  });
}

/** The headers of a call; an argument that is absent has none. */
export function mirroredHeaders(
  mirrored: readonly Mirrored[],
  args: UnknownObject,
): Record<string, string> {
  return Object.fromEntries(
    mirrored.flatMap(({ path, header }) => {
      const text = textOf(path.reduce<unknown>(ownField, args));
      return text === undefined ? [] : [[`mcp-param-${header.toLowerCase()}`, headerValue(text)]];
    }),
  );
}

function ownField(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** A text as the protocol writes it in a header: in Base64 unless it is plain. */
export function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
