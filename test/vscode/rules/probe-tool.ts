import { say } from '../../../src/core/base/sentence';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import {
  defineTool,
  type ToolContext,
  type ToolResult,
} from '../../../src/core/contracts/tools/define-tool';
import type { ToolEffect } from '../../../src/core/contracts/tool-spec';
import { succeed } from '../../../src/core/contracts/failure';

const input = z.strictObject({
  text: z.string().optional().describe('Anything'),
  path: z.string().nullable().optional().describe('A file, or none'),
});

interface Said {
  readonly said: string;
  /** Never on the allowlist. */
  readonly secret: string;
}

export interface ProbeOptions {
  readonly effect?: ToolEffect;
  readonly group?: string;
  /** Whether the path argument names a file that is written. */
  readonly writes?: boolean;
  /** Files that each call reads. */
  readonly reads?: readonly string[];
  readonly run?: (
    args: z.infer<typeof input>,
    context: ToolContext,
  ) => Promise<ToolResult<Said>> | ToolResult<Said>;
}

/** A tool that a test adds to those of the extension; counts its runs. */
export interface Probe {
  readonly tool: BoundTool;
  readonly id: string;
  readonly runs: () => number;
}

export function probeTool(name: string, options: ProbeOptions = {}): Probe {
  let runs = 0;
  const definition = defineTool<object>()({
    name,
    title: say`Probe`,
    description: 'Stands for any tool.',
    effect: options.effect ?? 'read_only',
    kind: 'other',
    ...(options.group !== undefined && { group: options.group }),
    input,
    output: z.object({ said: z.string(), secret: z.string() }),
    redact: ['said'],
    cacheable: false,
    needs: [],
    subject: ({ text = '', path }) => ({
      text,
      reads: options.reads ?? [],
      writes: options.writes === true && typeof path === 'string' ? [path] : [],
    }),
    label: () => name,
    run: async (args, context) => {
      runs += 1;
      return (await options.run?.(args, context)) ?? succeed({ said: 'done', secret: '' });
    },
    toModel: (output) => JSON.stringify(output),
  });
  return { tool: bindTool(definition, {}), id: `core__${name}`, runs: () => runs };
}

/** The tool with an id as a server's tools have (INV-16, INV-21). */
export function ofServer(tool: BoundTool, server: string): BoundTool {
  const name = `${server}__${tool.name}`;
  const id = `mcp__${name}`;
  return { ...tool, id, name, spec: { ...tool.spec, name: id } };
}
