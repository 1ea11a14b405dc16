// breaks: TS2339
import type { ToolContext } from '../../../../src/core/contracts/tools/define-tool';

export const auth = (context: ToolContext) => context.auth;
