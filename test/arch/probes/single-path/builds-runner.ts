// breaks: INV-09 runner
import { createRunner } from '../../../../src/core/pipeline/runner';

export const create = createRunner;
