import { asIs, inEnglish } from '../../../src/core/base/sentence';
import * as z from 'zod';
import { Emitter } from '../../../src/adapters/system/emitter';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { bindToolOf } from '../../../src/core/contracts/tools/bind-tool';
import { defineTool } from '../../../src/core/contracts/tools/define-tool';
import { succeed } from '../../../src/core/contracts/failure';
import type { ToolEffect } from '../../../src/core/contracts/tool-spec';
import type { ToolSource } from '../../../src/core/ports/tools';

/** A tool as a server describes it, and what it answers. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string;
  readonly effect?: ToolEffect;
  /** JSON Schema of its arguments. */
  readonly schema?: object;
  readonly answer: (text: string) => Promise<string> | string;
}

/** A second source of tools: a server that may offer others at any time. */
export class Server implements ToolSource {
  readonly name = 'mcp:echo';
  private number = 0;
  private tools: readonly BoundTool[] = [];
  private readonly changed = new Emitter();

  constructor(...tools: readonly ServerTool[]) {
    this.offer(...tools);
  }

  offer(...tools: readonly ServerTool[]): void {
    this.tools = tools.map((tool) => this.bound(tool));
    this.number += 1;
    this.changed.fire();
  }

  version = () => this.number;
  list = () => this.tools.map(({ spec }) => spec);
  bind = (toolId: string) => this.tools.find(({ id }) => id === toolId);
  onDidChange = (listener: () => void) => this.changed.event(listener);

  private bound({ name, effect = 'read_only', answer, ...more }: ServerTool): BoundTool {
    const { description = 'Says it.', schema = { type: 'object' } } = more;
    const definition = defineTool<object>()({
      ...{
        name,
        title: asIs(name),
        description,
        effect,
        kind: 'other',
        cacheable: false,
        needs: [],
      },
      input: z.looseObject({}),
      output: z.object({ said: z.string() }),
      redact: ['said'],
      subject: () => ({ text: '', reads: [], writes: [] }),
      label: () => name,
      run: async ({ text }) => succeed({ said: await answer(String(text)) }),
      toModel: ({ said = '' }) => said,
    });
    const tool = bindToolOf({ source: this.name, schema }, definition, {});
    if (!tool.ok) throw new Error(inEnglish(tool.failure));
    return tool.value;
  }
}
