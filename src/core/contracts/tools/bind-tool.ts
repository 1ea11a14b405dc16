import { asIs, inEnglish, say, type Sentence } from '../../base/sentence';
import type * as z from 'zod';
import type { BoundTool, OutputFields, PreparedCall } from './bound-tool';
import {
  type AuthCapability,
  declaredCapabilities,
  missingCapabilities,
  notBound,
} from '../capabilities';
import type { ToolContext, ToolDefinition, ToolResult } from './define-tool';
import {
  builtInSource,
  shortToolName,
  toolEffects,
  toolIdOf,
  type ToolSourceName,
} from '../tool-spec';
import { failure, type Failure, fail, succeed, type Result } from '../failure';
import type { JsonObject } from '../json';
import type { Presentation } from '../calls/outcome';
import { describeIssues, checkToolSchema, compileToolSchema } from './tool-schema';

/** Where a tool comes from, and the JSON Schema of its arguments as the source gives it. */
export interface ToolOrigin {
  readonly source: ToolSourceName;
  readonly schema: unknown;
}

/** Binds a built-in tool. Throws at start-up for one that breaks the contract. */
export function bindTool<
  I extends z.ZodObject,
  O extends z.ZodObject,
  All extends object,
  N extends keyof All & string,
>(definition: ToolDefinition<I, O, Pick<All, N>, N>, capabilities: Omit<All, 'auth'>): BoundTool {
  const { name, input } = definition;
  if (!/^[a-z][a-z0-9_]{0,57}$/.test(name)) {
    throw new Error(`Tool name ${name} is not well formed.`);
  }
  const origin = { source: builtInSource, schema: compileToolSchema(name, input) };
  const bound = bindToolOf(origin, definition, capabilities);
  if (!bound.ok) throw new Error(`Tool ${name}: ${inEnglish(bound.failure)}`);
  return bound.value;
}

/** `run` gets exactly what the tool declared. Fails for a name or schema that models refuse. */
export function bindToolOf<
  I extends z.ZodObject,
  O extends z.ZodObject,
  All extends object,
  N extends keyof All & string,
>(
  { source, schema }: ToolOrigin,
  definition: ToolDefinition<I, O, Pick<All, N>, N>,
  capabilities: Omit<All, 'auth'>,
): Result<BoundTool, Sentence> {
  assertSound(definition);
  const id = toolIdOf(source, definition.name);
  if (id === undefined) return fail(say`Its name is not one that every provider takes.`);
  if (source !== builtInSource && definition.traits !== undefined) {
    return fail(asIs('Only built-in tools have traits.'));
  }
  // Those of built-in tools are checked more strictly when they are compiled.
  const inputSchema = checkToolSchema(schema, 'foreign');
  if (!inputSchema.ok) return inputSchema;
  return succeed(boundTool(id, inputSchema.value, definition, capabilities));
}

function boundTool<
  I extends z.ZodObject,
  O extends z.ZodObject,
  All extends object,
  N extends keyof All & string,
>(
  id: string,
  inputSchema: JsonObject,
  definition: ToolDefinition<I, O, Pick<All, N>, N>,
  capabilities: Omit<All, 'auth'>,
): BoundTool {
  const { title, description, effect, kind, group, traits = [], redact: redaction } = definition;
  const name = shortToolName(id);
  const capsFor = capabilitiesOf<All, N>(definition, capabilities);
  // Made with the first result: a server may offer hundreds of tools.
  let partialOutput: { safeParse(value: unknown): { success: boolean } } | undefined;
  const isOutput = (value: unknown): value is Partial<z.infer<O>> =>
    (partialOutput ??= definition.output.partial()).safeParse(value).success;
  const visible = new Set<string>(definition.redact);
  const readOutput = (value: OutputFields): Partial<z.infer<O>> => {
    if (isOutput(value)) return value;
    throw new Error(`Redaction changed the shape of the output of ${name}.`);
  };
  return {
    id,
    name,
    effect,
    kind,
    verb: definition.verb,
    group,
    traits,
    ...{ provenance: definition.provenance, egress: definition.egress ?? false },
    requiresConnection: definition.requiresConnection ?? false,
    ownsTimeout: definition.ownsTimeout ?? false,
    ...(definition.hostOnly === true && { hostOnly: true }),
    filtered: definition.filtered,
    spec: { name: id, title, description, inputSchema, effect, traits, redaction },
    prepare: (args) => {
      const parsed = definition.input.safeParse(args);
      if (!parsed.success) return fail(describeIssues(parsed.error.issues, args));
      const ofCall = definition.effectOf?.(parsed.data) ?? effect;
      return succeed({
        effect: ofCall,
        retryable: ofCall === 'read_only' || definition.idempotent === true,
        subject: definition.subject(parsed.data),
        label: definition.label(parsed.data),
        preview: previewOf(definition, parsed.data, capsFor),
        exec: (context, auth, shown, mayReplace = true) =>
          execute(definition, parsed.data, { context, caps: capsFor(auth), shown, mayReplace }),
      });
    },
    validateOutput: (value) => {
      const parsed = definition.output.safeParse(value);
      return parsed.success ? succeed(parsed.data) : fail(invalidResult(name));
    },
    allowlist: (value) =>
      Object.fromEntries(Object.entries(value).filter(([name]) => visible.has(name))),
    toModel: (value) => definition.toModel(readOutput(value)),
    present: (value) => ({ ...noPresentation, ...definition.present?.(readOutput(value)) }),
  };
}

function previewOf<I extends z.ZodObject, O extends z.ZodObject, Caps, N>(
  { plan }: ToolDefinition<I, O, Caps, N>,
  args: z.infer<I>,
  capsFor: (auth: undefined) => Caps,
): PreparedCall['preview'] {
  if (plan === undefined) return undefined;
  return async (context) => {
    const planned = await plan(
      args,
      { ...context, isShown: true, mayReplace: true },
      capsFor(undefined),
    );
    if (!planned.ok) return planned;
    const { basis, diffs, notes, overwrites } = planned.value;
    return succeed({ basis, diffs, notes, overwrites });
  };
}

interface Execution<Caps> {
  readonly context: ToolContext;
  readonly caps: Caps;
  readonly shown: string | undefined;
  readonly mayReplace: boolean;
}

async function execute<I extends z.ZodObject, O extends z.ZodObject, Caps, N>(
  definition: ToolDefinition<I, O, Caps, N>,
  args: z.infer<I>,
  { context, caps, shown, mayReplace }: Execution<Caps>,
): Promise<ToolResult<z.infer<O>>> {
  if (definition.plan === undefined) return definition.run(args, context, caps);
  const { signal, sessionId, toolCallId } = context;
  const plan = { signal, sessionId, toolCallId, isShown: shown !== undefined, mayReplace };
  const planned = await definition.plan(args, plan, caps);
  if (!planned.ok) return planned;
  if (shown !== undefined && shown !== planned.value.basis) return fail(notAsShown());
  return planned.value.apply();
}

function notAsShown(): Failure {
  return failure(
    'execution',
    say`A file of this change was changed after the user allowed it, so nothing was done.`,
    { suggestion: 'Read the file again, then make the call again.' },
  );
}

function invalidResult(name: string): Failure {
  const message = say`The tool ${name} returned an invalid result.`;
  return failure('validation', message, { category: 'permanent_failure' });
}

const noPresentation: Presentation = { diffs: [], locations: [] };

/** `auth` is made for each call (INV-29a); all others are picked once and must exist. */
function capabilitiesOf<All extends object, N extends keyof All & string>(
  { name, needs }: { readonly name: string; readonly needs: readonly N[] },
  all: Omit<All, 'auth'>,
): (auth: AuthCapability | undefined) => Pick<All, N> {
  const boundOnce = needs.filter((need) => need !== 'auth');
  const shared = declaredCapabilities(boundOnce, all);
  const missing = missingCapabilities(boundOnce, shared);
  if (missing.length > 0) throw notBound(`Tool ${name}`, missing);
  const isWhole = (slice: object): slice is Pick<All, N> =>
    missingCapabilities(needs, slice).length === 0;
  if (isWhole(shared)) return () => shared;
  return (auth) => {
    const slice = Object.freeze({ ...shared, auth });
    if (isWhole(slice)) return slice;
    throw notBound(`Tool ${name}`, ['auth']);
  };
}

function assertSound<I extends z.ZodObject, O extends z.ZodObject, Caps, N>(
  definition: ToolDefinition<I, O, Caps, N>,
): void {
  const { name, redact, effect, cacheable } = definition;
  const { needs, requiresConnection = false } = definition;
  if (redact.length === 0) {
    throw new Error(`Tool ${name} needs a redaction allowlist (INV-04).`);
  }
  if (!toolEffects.includes(effect)) {
    throw new Error(`Tool ${name} needs an effect (INV-17).`);
  }
  if (needs.some((need) => need === 'auth') && !requiresConnection) {
    throw new Error(`Tool ${name} needs auth and no connection (INV-29).`);
  }
  if (cacheable === true && effect !== 'read_only') {
    throw new Error(`Tool ${name} is cacheable but not read_only (decision 14).`);
  }
  if (typeof cacheable === 'object' && !(effect !== 'state_change' && cacheable.ttl > 0)) {
    throw new Error(`Tool ${name} is cacheable for a time but changes state (decision 50).`);
  }
}
