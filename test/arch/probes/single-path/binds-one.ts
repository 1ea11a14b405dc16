// breaks: INV-09 tool
import { bindTool } from '../../../../src/core/contracts/bind-tool';

export const bind = bindTool;
