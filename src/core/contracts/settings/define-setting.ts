import { say } from '../../base/sentence';
import * as z from 'zod';
import { optional } from '../schema-parts';
import { ruleActions } from '../calls/decision';
import { trustLevels } from '../tool-spec';

/** application = user level only: VS Code ignores workspace values (decision 31). */
export type SettingScope = 'application' | 'resource';

export interface SettingDefinition<S extends z.ZodType> {
  readonly schema: S;
  readonly default: z.infer<S>;
  readonly scope: SettingScope;
}

/** Most settings can loosen something, so their scope is the user's. */
export function setting<S extends z.ZodType>(
  schema: S,
  initial: z.infer<S>,
  scope: SettingScope = 'application',
): SettingDefinition<S> {
  return { schema, default: initial, scope };
}

/** `Bash` would match no tool and its deny would be lost, so it is refused. */
const namedTool = /^(?:[a-z][a-z0-9_-]*|(?:mcp|ext)__[A-Za-z0-9_-]+)$/;
const namedToolOrAll = /^(?:\*|[a-z][a-z0-9_-]*|(?:mcp|ext)__[A-Za-z0-9_-]+)$/;

/** Rules are matched on every call: more, as a repository may bring, are not read (000-rules-1). */
export const ruleBounds = { tools: 256, ofTool: 256, inAll: 1024 } as const;
const maxRules = ruleBounds.ofTool;
const maxExpression = 1024;
const maxPattern = 1000;
const tooMany = {
  params: {
    said: say`at most ${ruleBounds.tools} tools and ${ruleBounds.inAll} rules in all are read`,
  },
};

const patternText = z.string().min(1).max(maxPattern);
export const patternList = z.array(patternText).max(maxRules);

/** Names from a folder down, not absolute; `*` and `**` are the only wildcards. */
export const pathNames = z
  .array(patternText.regex(/^(?![/\\~!]|[A-Za-z]:)[^?{}[\]]+$/))
  .max(maxRules);

const tool = z.string().regex(namedTool);
const toolOrAll = z.string().regex(namedToolOrAll);

const permissionRule = z.strictObject({
  pattern: patternText.describe('Wildcard: `*` matches any text, `?` any single character.'),
  action: z
    .enum(ruleActions)
    .describe('`allow` runs the call, `ask` asks you first, `deny` refuses it.'),
  match: optional(
    patternList,
    'Examples that the pattern must match. If one does not match, all rules are rejected.',
  ),
  notMatch: optional(
    patternList,
    'Examples that the pattern must not match. If one matches, all rules are rejected.',
  ),
  evenAfterUntrusted: optional(
    z.boolean(),
    'Only with `allow`: the call may send something to another machine without a question although the chat has read files of yours and a page. Anyone who writes a page can then try to have your files sent away.',
  ),
  added: optional(
    z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    'The day "Always allow" added the rule, for example 2026-01-31.',
  ),
});

function isBounded(lists: Readonly<Record<string, readonly unknown[]>>): boolean {
  const all = Object.values(lists);
  return all.length <= ruleBounds.tools && all.flat().length <= ruleBounds.inAll;
}

function rulesByTool<R extends z.ZodType>(rule: R) {
  return z.record(toolOrAll, z.array(rule).max(maxRules)).refine(isBounded, tooMany);
}

export const permissionRules = rulesByTool(permissionRule);

/** What is shipped, and what replaces it, allows nothing after text of strangers. */
export const defaultRules = rulesByTool(permissionRule.omit({ evenAfterUntrusted: true }));

/** What a workspace may add: patterns per tool, and no allow (decision 31). */
export const toolPatterns = z.record(toolOrAll, patternList).refine(isBounded, tooMany);

const policyRule = z.strictObject({
  effect: z.enum(['allow', 'deny']),
  tool: z
    .string()
    .regex(/^[A-Za-z0-9_*?-]+$/)
    .describe('Name of a tool, or a wildcard: `*` matches any text, `?` any single character.'),
  args_match: optional(
    z.string().min(1).max(maxExpression),
    'Regular expression to search for in each top-level text argument.',
  ),
  paths: optional(
    patternList.min(1),
    'Globs. A deny rule applies if any path of the call matches, an allow rule only if all match.',
  ),
  trust_level: optional(
    z.enum(trustLevels),
    'The rule applies only to tools from sources with this trust level or a lower one.',
  ),
  capabilities: optional(
    z.array(z.string()).max(maxRules),
    'Reserved for later; it has no effect yet.',
  ),
});

/** Policy and authorization rules (000-rules-6); refused as a whole if one is invalid. */
export const policyRules = z.array(policyRule).max(maxRules);

const sequentialDependency = z.strictObject({
  policy: z.literal('sequential_dependency'),
  dependencies: z
    .record(tool, z.array(tool).max(maxRules))
    .describe('For each tool, the tools that must have succeeded in the chat before it may run.'),
});

const readBeforeWrite = z.strictObject({
  policy: z.literal('read_before_write'),
  read_tools: optional(z.array(tool).max(maxRules), 'Tools that count as reading a file.'),
  write_tools: optional(
    z.array(tool).max(maxRules),
    'Tools that require the file to be read first.',
  ),
});

/** Tool policies of 002 as they are declared, in order. */
export const policyDeclarations = z
  .array(z.discriminatedUnion('policy', [sequentialDependency, readBeforeWrite]))
  .max(maxRules);

/** `filesystem`, `shell`, `mcp:files` … */
const groupName = z.string().regex(/^[a-z][a-z0-9_]*(?::[A-Za-z0-9_-]+)?$/);

export const policyGroups = z.record(groupName, policyDeclarations);
