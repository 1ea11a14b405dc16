// breaks: INV-31 prepares
import type { BoundTool } from '../../../../src/core/contracts/tools/bound-tool';

export const prepare = (tool: BoundTool) => tool.prepare({});
