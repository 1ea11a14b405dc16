import { say } from '../../../src/core/base/sentence';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import {
  defineTool,
  type ToolContext,
  type ToolResult,
} from '../../../src/core/contracts/tools/define-tool';
import { succeed } from '../../../src/core/contracts/failure';

type Said = ToolResult<{ readonly said: string }>;

export const said = (text: string): Said => succeed({ said: text });

/** A tool without a group that behaves as the test defines, `core__<name>`. */
export function customTool(
  name: string,
  run: (context: ToolContext) => Said | Promise<Said>,
): BoundTool {
  const definition = defineTool<object>()({
    name,
    title: say`Do`,
    description: 'Does what a test says.',
    effect: 'read_only',
    kind: 'other',
    input: z.strictObject({}),
    output: z.object({ said: z.string() }),
    redact: ['said'],
    cacheable: false,
    needs: [],
    subject: () => ({ text: '', reads: [], writes: [] }),
    label: () => name,
    run: async (_args, context) => run(context),
    toModel: (output) => output.said ?? '',
  });
  return bindTool(definition, {});
}
