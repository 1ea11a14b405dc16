import { say } from '../../base/sentence';
import * as z from 'zod';
import { optional } from '../schema-parts';
import { extensionSource, idStart, trustLevels, type ToolSourceName } from '../tool-spec';

/** Its tools are `mcp__<server>__<tool>`, so a name holds no `__` (INV-16). */
const serverNamePattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?=[A-Za-z0-9-])){0,31}$/;

const serverName = z.string().regex(serverNamePattern);
const word = z.string().max(8192);
const maxServers = 32;

const typeText = 'How Gatehouse talks to it: `stdio` starts a program, `http` asks an address.';

const stdioServer = z.strictObject({
  type: optional(z.literal('stdio'), typeText),
  command: z.string().min(1).max(4096).describe('Program that runs the server, for example `npx`.'),
  args: optional(z.array(word).max(256), 'Arguments of the program.'),
  env: optional(
    z.record(z.string().min(1).max(256), word),
    'Variables of the program, in addition to a few that every program needs. `${env:NAME}` takes the value from your environment.',
  ),
  cwd: optional(
    z.string().min(1).max(4096),
    'Folder in which it runs; your home folder if absent.',
  ),
});

const httpServer = z.strictObject({
  type: optional(z.literal('http'), typeText),
  url: z
    .string()
    .min(1)
    .max(2048)
    .describe('Address of the server: `https://…`, or `http://localhost:…` on this machine.'),
  headers: optional(
    z.record(z.string().min(1).max(256), word),
    'Headers of each request, such as `Authorization`. `${env:NAME}` takes a value from your environment, so that no key is in the settings.',
  ),
});

const mcpServer = z.union([stdioServer, httpServer]);

/** How a program is started that is a server. */
export type McpProgramConfig = z.infer<typeof stdioServer>;

/** How one server is started or reached, as the user configured it (INV-21). */
export type McpServerConfig = z.infer<typeof mcpServer>;

/** Of `gatehouse.mcp.servers`: a name that differs only in case would be the same in an id. */
export const mcpServers = z
  .record(serverName, mcpServer)
  .refine((all) => Object.keys(all).length <= maxServers, {
    params: { said: say`at most ${maxServers} servers are used` },
  })
  .refine(hasDistinctNames, {
    params: { said: say`the names of two servers differ only in case` },
  });

function hasDistinctNames(all: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(all).map((name) => name.toLowerCase());
  return new Set(names).size === names.length;
}

const toolName = z.string().min(1).max(256);
const definitionDigest = z.string().regex(/^[0-9a-f]{64}$/);
const digests = z.record(toolName, definitionDigest);

const startLevel = z
  .enum(trustLevels)
  .describe('Trust level with which a chat starts to use the tools; of several, the strictest.');

const allowedOfServer = z.strictObject({
  level: startLevel,
  digests: digests.describe(
    'For each tool that is on, the digest of the definition that you approved.',
  ),
  readOnly: optional(
    digests,
    'For each tool of which you said that it only reads, the digest of the definition of which you said it.',
  ),
});

/** The name; of a server that a workspace names, with a mark of its folder and file after it. */
const serverKey = z
  .string()
  .regex(new RegExp(`${serverNamePattern.source.slice(0, -1)}(?:@[0-9a-f]{8})?$`));

/** Of `gatehouse.mcp.allowedTools`: what alone admits tools of servers (INV-21). */
export const mcpAllowedTools = z.record(serverKey, allowedOfServer);
export type McpAllowedTools = z.infer<typeof mcpAllowedTools>;

/** The name of the server of a key of `gatehouse.mcp.allowedTools`. */
export function serverOfKey(key: string): string {
  return key.replace(/@.*$/, '');
}

/** Ids of the tools of servers that the user switched on. */
export function admittedServerTools(
  allowed: McpAllowedTools,
  digest: (text: string) => string,
): readonly string[] {
  return Object.entries(allowed).flatMap(([key, { digests }]) =>
    Object.keys(digests).flatMap(
      (tool) => foreignToolId(`mcp:${serverOfKey(key)}`, tool, digest) ?? [],
    ),
  );
}

const maxExtensionTools = 512;

/** Of `gatehouse.extensionTools.allowed`: what alone admits tools of other extensions (INV-21). */
export const allowedExtensionTools = z
  .array(
    z.strictObject({
      name: toolName.describe('Name of the tool, as its extension gives it.'),
      level: startLevel,
      digest: definitionDigest.describe('Digest of the definition that you approved.'),
    }),
  )
  .max(maxExtensionTools);
export type AllowedExtensionTools = z.infer<typeof allowedExtensionTools>;

/** Ids of the tools of other extensions that the user switched on. */
export function admittedExtensionTools(
  allowed: AllowedExtensionTools,
  digest: (text: string) => string,
): readonly string[] {
  return allowed.flatMap(({ name }) => foreignToolId(extensionSource, name, digest) ?? []);
}

/** The longest id that every provider takes. */
const maxIdLength = 64;
const markLength = 8;

/**
 * The canonical id of a tool of a server or of another extension (INV-16): characters that some provider refuses become `_`,
 * and beyond 64 characters the end is replaced by a part of the digest of the name. Undefined for a
 * name of which nothing is left.
 */
export function foreignToolId(
  source: ToolSourceName,
  tool: string,
  digest: (text: string) => string,
): string | undefined {
  const name = tool.replace(/[^A-Za-z0-9_-]/g, '_');
  if (!/[A-Za-z0-9]/.test(name)) return undefined;
  const id = idStart(source) + name;
  if (id.length <= maxIdLength) return id;
  return `${id.slice(0, maxIdLength - markLength - 1)}_${digest(tool).slice(0, markLength)}`;
}

/** What a server may offer to the user, unlike tools. */
export const mcpOffers = ['resources', 'prompts'] as const;
export type McpOffer = (typeof mcpOffers)[number];

/** The tools by which the host reads what the user chooses of a server. */
export const readerNames = { resource: 'resources-read', prompt: 'prompts-get' } as const;
export type McpReader = keyof typeof readerNames;

/** Its canonical id; no tool of a server has it. */
export function readerToolId(server: string, reader: McpReader): string {
  return `mcp__${server}__${readerNames[reader]}`;
}
