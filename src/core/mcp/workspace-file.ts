import * as z from 'zod';
import { say, type Sentence } from '../base/sentence';
import { cutMarked } from '../base/text-lines';
import { fail, succeed, type Result } from '../contracts/failure';
import { isObject, parseJson, toList, type UnknownObject } from '../contracts/json';
import { mcpServers, type McpProgramConfig } from '../contracts/mcp/servers';
import type { McpInput } from '../contracts/mcp/workspace-servers';
import { withoutComments } from './json-comments';

/** The two forms: `servers` and `inputs` of VS Code, and `mcpServers` of Claude Code. */
export type FileForm = 'vscode' | 'claude';

/** A server as one file names it. */
export interface FileServer {
  readonly name: string;
  readonly config: McpProgramConfig;
  readonly envFile: string | undefined;
  readonly inputs: readonly McpInput[];
  readonly ignored: readonly string[];
}

export interface FileReading {
  readonly servers: readonly FileServer[];
  readonly problems: readonly Sentence[];
}

const maxServers = 32;
const shownKeys = 5;
const rootKeys = { vscode: ['servers', 'inputs'], claude: ['mcpServers'] } as const;
const serverKeys = new Set(['type', 'command', 'args', 'env', 'envFile', 'cwd']);
const inputUse = /\$\{input:([^}]*)\}/g;

const text = z.string().max(4096);
const word = z.string().max(8192);
const serverFields = z.object({
  type: z.literal('stdio').optional(),
  command: text.min(1),
  args: z.array(word).max(256).default([]),
  envFile: text.optional(),
  cwd: text.min(1).default('${workspaceFolder}'),
});
const envValue = z.union([word, z.number().transform(String)]);
const inputFields = z.object({
  id: z.string().regex(/^[\w.-]{1,64}$/),
  type: z.enum(['promptString', 'pickString']),
  description: text.default(''),
  default: text.optional(),
  password: z.boolean().default(false),
  options: z.array(z.union([text, z.object({ value: text }).transform(({ value }) => value)])),
});

/**
 * The servers of a file of a workspace (003-mcp-4). Whatever its author wrote, nothing is thrown, and
 * what cannot be read costs only itself.
 */
export function readServerFile(content: string, form: FileForm): FileReading {
  const root = parseJson(withoutComments(content));
  if (!isObject(root)) {
    return { servers: [], problems: [say`it is not a JSON object, or is nested too deep`] };
  }
  const [key, inputsKey] = rootKeys[form];
  const problems: Sentence[] = [];
  const unknown = Object.keys(root).filter((name) => name !== key && name !== inputsKey);
  if (unknown.length > 0) problems.push(say`unknown keys: ${named(unknown)}`);
  const all = field(root, key);
  if (all !== undefined && !isObject(all)) problems.push(say`${key} is not an object`);
  const entries = isObject(all) ? Object.entries(all) : [];
  if (entries.length > maxServers) {
    problems.push(say`only the first ${maxServers} of ${entries.length} servers are read`);
  }
  const inputs = inputsOf(inputsKey === undefined ? [] : toList(root[inputsKey]), problems);
  const servers: FileServer[] = [];
  const seen = new Set<string>();
  for (const [name, entry] of entries.slice(0, maxServers)) {
    const read = seen.has(name.toLowerCase())
      ? say`another name differs from it only in case`
      : serverOf(name, entry, { form, inputs });
    seen.add(name.toLowerCase());
    if ('message' in read) problems.push(say`${cutMarked(name, 60)}: ${read}`);
    else servers.push(read);
  }
  return { servers, problems };
}

/** Of the object itself, never of its prototype. */
function field(object: UnknownObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function named(keys: readonly string[]): string {
  const shown = keys.slice(0, shownKeys).map((key) => cutMarked(key, 40));
  return shown.join(', ') + (keys.length > shownKeys ? ' …' : '');
}

interface Around {
  readonly form: FileForm;
  readonly inputs: ReadonlyMap<string, McpInput>;
}

function serverOf(name: string, entry: unknown, { form, inputs }: Around): FileServer | Sentence {
  if (!mcpServers.safeParse({ [name]: { command: 'x' } }).success || name === '__proto__') {
    return say`a name has up to 32 letters, digits, "-" and single "_"`;
  }
  if (!isObject(entry)) return say`it is not an object`;
  const type = field(entry, 'type');
  if (field(entry, 'url') !== undefined || (type !== undefined && type !== 'stdio')) {
    return say`only servers with "command" are supported in files of a workspace`;
  }
  const read = serverFields.safeParse(entry);
  if (!read.success) return wrong(read.error);
  const env = variablesOf(field(entry, 'env'));
  if (!env.ok) return env.failure;
  const { envFile } = read.data;
  const written = (value: string): string => (form === 'claude' ? fromClaude(value) : value);
  const config = {
    command: written(read.data.command),
    args: read.data.args.map(written),
    env: Object.fromEntries(env.value.map(([key, value]) => [key, written(value)])),
    cwd: written(read.data.cwd),
  };
  const used = new Set(
    [...config.args, ...Object.values(config.env)].flatMap((value) =>
      Array.from(value.matchAll(inputUse), ([, id]) => id ?? ''),
    ),
  );
  const missing = [...used].find((id) => !inputs.has(id));
  if (missing !== undefined) return say`there is no input ${cutMarked(missing, 60)}`;
  return {
    name,
    config,
    envFile: envFile === undefined ? undefined : written(envFile),
    inputs: [...used].flatMap((id) => inputs.get(id) ?? []),
    ignored: Object.keys(entry).filter((key) => !serverKeys.has(key)),
  };
}

function variablesOf(env: unknown): Result<readonly (readonly [string, string])[], Sentence> {
  if (env === undefined) return succeed([]);
  if (!isObject(env)) return fail(say`env is not an object`);
  const entries = Object.entries(env).filter(([, value]) => value !== null);
  if (entries.length > 256) return fail(say`env has more than 256 variables`);
  const values: (readonly [string, string])[] = [];
  for (const [name, value] of entries) {
    const read = envValue.safeParse(value);
    if (!read.success || !/^[^=\0]{1,256}$/.test(name)) {
      return fail(say`env: ${cutMarked(name, 60)} is not a variable with a text`);
    }
    values.push([name, read.data]);
  }
  return succeed(values);
}

/** `${NAME}` and `${NAME:-default}` are variables of the environment there. */
function fromClaude(value: string): string {
  return value.replace(/\$\{([A-Za-z_]\w*)(:-[^}]*)?\}/g, (whole, name: string, or = '') =>
    name === 'workspaceFolder' || name === 'userHome' ? whole : `\${env:${name}${String(or)}}`,
  );
}

function inputsOf(items: readonly unknown[], problems: Sentence[]): ReadonlyMap<string, McpInput> {
  const inputs = new Map<string, McpInput>();
  for (const [at, item] of items.slice(0, 64).entries()) {
    const read = inputFields.partial({ options: true }).safeParse(item);
    const isPick = read.data?.type === 'pickString';
    if (!read.success || (isPick && (read.data.options ?? []).length === 0)) {
      problems.push(say`inputs[${at}] cannot be read`);
      continue;
    }
    const { id, description, password, default: initial, options } = read.data;
    if (inputs.has(id)) problems.push(say`two inputs are named ${id}`);
    else {
      const more = {
        ...(initial !== undefined && { initial }),
        ...(isPick && { options: options ?? [] }),
      };
      inputs.set(id, { id, description, password, ...more });
    }
  }
  return inputs;
}

function wrong(error: z.ZodError): Sentence {
  const [issue] = error.issues;
  const where = cutMarked(issue?.path.map(String).join('.') ?? '', 60);
  return say`${where} is missing or not what it must be`;
}
