// breaks: INV-09 tool
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';

export const bind = bindTool;
