// breaks: TS2339
import { say } from '../../../../src/core/base/sentence';
import { defineGate } from '../../../../src/core/contracts/policy/define-gate';
import type { Capabilities } from '../../../../src/core/ports/capabilities';

export default defineGate<Capabilities>()({
  name: 'probe',
  slot: 'utility',
  needs: ['clock'],
  check: (_call, caps) => ({ verdict: 'allow', reason: say`${String(caps.files)}` }),
});
