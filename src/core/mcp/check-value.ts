import { isObject, toList, type UnknownObject } from '../contracts/json';

/** Where a value is not what its schema asks for. */
export interface ValueFault {
  readonly path: readonly (string | number)[];
  readonly expected:
    | { readonly type: string; readonly isPresent: boolean }
    | { readonly values: readonly unknown[] }
    | { readonly noKeys: readonly string[] }
    | { readonly keyword: string };
}

/** A value or schema of more parts is not looked at to its end: the server checks it too. */
const maxSteps = 20_000;
const maxDepth = 64;
const maxFaults = 5;

/**
 * The first faults of a value by a schema of a server (003-mcp-1). It knows types, properties,
 * items, lists of values, bounds, combinations and local references; all other keywords count as
 * met. No `pattern` or `format` of a server is ever run, and the work is bounded.
 */
export function valueFaults(schema: unknown, value: unknown): readonly ValueFault[] {
  const check = new Check(schema);
  check.at(schema, value, []);
  return check.faults;
}

type Path = ValueFault['path'];

class Check {
  readonly faults: ValueFault[] = [];
  private steps = 0;

  constructor(private readonly root: unknown) {}

  at(schema: unknown, value: unknown, path: Path, depth = 0): void {
    this.steps += 1;
    if (this.steps > maxSteps || depth > maxDepth || this.faults.length >= maxFaults) return;
    if (schema === false) this.add(path, { keyword: 'nothing' });
    if (!isObject(schema)) return;
    const { $ref: ref } = schema;
    if (typeof ref === 'string') this.at(localTarget(this.root, ref), value, path, depth + 1);
    if (!isOfType(schema['type'], value)) {
      this.add(path, { type: typeNames(schema['type']).join(' or '), isPresent: true });
      return;
    }
    this.values(schema, value, path);
    this.combinations(schema, value, path, depth);
    if (Array.isArray(value)) this.items(schema, Array.from<unknown>(value), path, depth);
    else if (isObject(value)) this.properties(schema, value, path, depth);
  }

  private add(path: Path, expected: ValueFault['expected']): void {
    this.faults.push({ path, expected });
  }

  private values(schema: UnknownObject, value: unknown, path: Path): void {
    const options = 'const' in schema ? [schema['const']] : toList(schema['enum']);
    this.steps += options.length;
    if (options.length > 0 && !options.some((option) => isSame(option, value))) {
      this.add(path, { values: options });
      return;
    }
    const broken = boundsOf(value).find(({ keyword, isMet }) => {
      const bound = schema[keyword];
      return typeof bound === 'number' && !isMet(bound);
    });
    if (broken !== undefined) {
      this.add(path, { keyword: `${broken.keyword} ${String(schema[broken.keyword])}` });
    }
  }

  private combinations(schema: UnknownObject, value: unknown, path: Path, depth: number): void {
    for (const each of toList(schema['allOf'])) this.at(each, value, path, depth + 1);
    for (const keyword of ['anyOf', 'oneOf']) {
      const options = toList(schema[keyword]);
      if (options.length === 0 || options.some((each) => this.meets(each, value, depth))) continue;
      this.add(path, { keyword: `one of the forms of ${keyword}` });
    }
  }

  private meets(schema: unknown, value: unknown, depth: number): boolean {
    const before = this.faults.length;
    this.at(schema, value, [], depth + 1);
    return this.faults.splice(before).length === 0;
  }

  private items(schema: UnknownObject, list: readonly unknown[], path: Path, depth: number): void {
    const tuple = toList(schema['prefixItems'] ?? schema['items']);
    for (const [index, item] of list.entries()) {
      const of = tuple[index] ?? (isObject(schema['items']) ? schema['items'] : true);
      this.at(of, item, [...path, index], depth + 1);
    }
  }

  private properties(schema: UnknownObject, value: UnknownObject, path: Path, depth: number): void {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const required = toList(schema['required']);
    this.steps += required.length;
    for (const name of required) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
      const type = typeNames(property(properties, name)).join(' or ');
      this.add([...path, name], { type: type === '' ? 'a value' : type, isPresent: false });
    }
    const more = schema['additionalProperties'];
    const names = Object.keys(value);
    const unknown = names.filter((name) => !Object.hasOwn(properties, name));
    const isClosed = more === false && schema['patternProperties'] === undefined;
    if (isClosed && unknown.length > 0) this.add(path, { noKeys: unknown });
    for (const name of names) {
      const of = Object.hasOwn(properties, name) ? properties[name] : isObject(more) ? more : true;
      this.at(of, value[name], [...path, name], depth + 1);
    }
  }
}

function property(properties: UnknownObject, name: string): unknown {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(schema) ? schema['type'] : undefined;
}

/** What a reference inside the same schema names; everything is allowed by one that leads nowhere. */
export function localTarget(root: unknown, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return true;
  const keys = ref.slice(2).split('/');
  return keys.reduce<unknown>((at, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : true;
  }, root);
}

function typeNames(type: unknown): readonly string[] {
  return [type].flat().filter((name) => typeof name === 'string');
}

function isOfType(type: unknown, value: unknown): boolean {
  const names = typeNames(type);
  return names.length === 0 || names.some((name) => isOf(name, value));
}

function isOf(name: string, value: unknown): boolean {
  switch (name) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === name;
  }
}

interface Bound {
  readonly keyword: string;
  readonly isMet: (bound: number) => boolean;
}

function boundsOf(value: unknown): readonly Bound[] {
  if (typeof value === 'number') {
    return [
      { keyword: 'minimum', isMet: (bound) => value >= bound },
      { keyword: 'maximum', isMet: (bound) => value <= bound },
      { keyword: 'exclusiveMinimum', isMet: (bound) => value > bound },
      { keyword: 'exclusiveMaximum', isMet: (bound) => value < bound },
    ];
  }
  const [size, kind] =
    typeof value === 'string'
      ? [value.length, 'Length']
      : Array.isArray(value)
        ? [value.length, 'Items']
        : [undefined, ''];
  if (size === undefined) return [];
  return [
    { keyword: `min${kind}`, isMet: (bound) => size >= bound },
    { keyword: `max${kind}`, isMet: (bound) => size <= bound },
  ];
}

function isSame(option: unknown, value: unknown): boolean {
  if (option === value) return true;
  const isCompound = typeof option === 'object' && typeof value === 'object';
  return isCompound && JSON.stringify(option) === JSON.stringify(value);
}
