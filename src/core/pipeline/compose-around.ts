import type { AroundStage, Next, RunningCall } from './around/around';
import type { PipelineDeps } from './deps';
import type { ClearedCall, Outcome } from './mint';
import { order } from './order';

const layers: readonly AroundStage[] = order.around.flatMap(({ stage }) =>
  stage === 'empty' ? [] : [stage],
);

/** Runs the layers of order.ts around a cleared call; the first listed is the outermost. */
export function runAround(
  call: ClearedCall,
  running: RunningCall,
  deps: PipelineDeps,
): Promise<Outcome> {
  const innermost: Next = () => Promise.reject(new Error('order.ts has no stage that executes.'));
  const outermost = layers.reduceRight<Next>(
    (next, layer) => (inside) => layer(call, inside, next, deps),
    innermost,
  );
  return outermost(running);
}
