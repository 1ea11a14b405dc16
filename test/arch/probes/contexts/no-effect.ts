// breaks: TS2769
import * as z from 'zod';
import { defineTool } from '../../../../src/core/contracts/tools/define-tool';

export default defineTool<object>()({
  name: 'probe',
  title: 'Probe',
  description: 'Has no effect declared.',
  kind: 'other',
  input: z.strictObject({}),
  output: z.object({ said: z.string() }),
  redact: ['said'],
  cacheable: false,
  needs: [],
  subject: () => ({ text: '', reads: [], writes: [] }),
  label: () => 'probe',
  run: () => Promise.resolve({ ok: true, value: { said: '' } }),
  toModel: () => '',
});
