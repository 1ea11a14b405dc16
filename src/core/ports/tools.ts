import type { UnknownObject } from '../contracts/json';
import type { ToolSourceName, ToolSpec } from '../contracts/tool-spec';
import type { BoundTool } from '../contracts/tools/bound-tool';
import type { Disposable } from './system';

/** Where tools come from. The built-in tools are one source, each server would be another. */
export interface ToolSource {
  /** In the ids of its tools, and what trust refers to (INV-16; decision 40). */
  readonly name: ToolSourceName;
  /** Another number after each change of its tools. */
  version(): number;
  /** Its tools as models see them. */
  list(): readonly ToolSpec[];
  /** A listed tool by its canonical id. A call keeps what it got, whatever changes later. */
  bind(toolId: string): BoundTool | undefined;
  /** Fires after a change: pending calls are judged again. */
  onDidChange(listener: () => void): Disposable;
}

/**
 * The tools of other extensions, with those of the MCP servers that the editor itself runs. Nothing of
 * what it gives has been checked.
 */
export interface ExtensionToolHost {
  /** Their definitions; the same objects as before while nothing has changed. */
  list(): readonly unknown[];
  /** Runs a tool and answers its parts; may reject, and may never settle, whatever the signal says. */
  invoke(name: string, args: UnknownObject, signal: AbortSignal): Promise<unknown>;
  /** Fires after some of the changes of its list. */
  onDidChange(listener: () => void): Disposable;
}
