import { say } from '../../../src/core/base/sentence';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { defineTool, type ToolResult } from '../../../src/core/contracts/tools/define-tool';
import { succeed } from '../../../src/core/contracts/failure';
import type { ToolProvenance } from '../../../src/core/contracts/tool-spec';

export interface PageToolOptions {
  readonly name?: string;
  readonly provenance?: ToolProvenance;
  readonly egress?: boolean;
  readonly run?: (url: string) => ToolResult<{ readonly text: string }>;
}

/** A tool that reads a page as the shipped ones do: its text is of strangers, its calls reach out. */
export function pageTool({
  name = 'page',
  provenance = 'untrusted',
  egress = true,
  run = (url) => succeed({ text: `The page ${url}` }),
}: PageToolOptions = {}): BoundTool {
  const definition = defineTool<object>()({
    name,
    title: say`Read page`,
    description: 'Reads a page.',
    effect: 'external_side_effect',
    kind: 'fetch',
    provenance,
    egress,
    input: z.strictObject({ url: z.string().describe('Address of the page') }),
    output: z.object({ text: z.string() }),
    redact: ['text'],
    cacheable: false,
    needs: [],
    subject: ({ url }) => ({ text: url, reads: [], writes: [], urls: [url] }),
    label: ({ url }) => url,
    run: ({ url }) => Promise.resolve(run(url)),
    toModel: ({ text = '' }) => text,
  });
  return bindTool(definition, {});
}
