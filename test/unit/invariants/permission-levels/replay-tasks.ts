import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '../../../../src/core/contracts/policy/policy';
import { defaultAskRead, defaultDenyRead } from '../../../../src/core/contracts/policy/read-lists';
import { buildPolicy } from '../../../../src/host/policy/build-policy';
import { createFakeSettings } from '../../fakes/settings';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';
import { createProduct } from '../product';
import { moreFiles, type AgentTask, type TaskCall } from './tasks';

export interface ReplayedCall {
  readonly call: TaskCall;
  readonly asked: boolean;
  readonly status: string;
}

/** Plays a task through the whole pipeline, as a user without settings of their own meets it. */
export async function replay(
  task: AgentTask,
  more: Partial<Policy> = {},
): Promise<readonly ReplayedCall[]> {
  const product = createProduct({
    policy: { ...defaultPolicy(), ...more },
    answer: () => ({ answer: 'allow' }),
    workspace: cornerShop(),
  });
  try {
    const done: ReplayedCall[] = [];
    for (const call of task.calls) {
      const before = product.asked.length;
      const { status } = await product.call(call.tool, call.args);
      done.push({ call, asked: product.asked.length > before, status });
    }
    return done;
  } finally {
    await product.dispose();
  }
}

/** The policy of the shipped settings. */
export function defaultPolicy(): Policy {
  const settings = createFakeSettings();
  return buildPolicy({ version: 1, settings, workspaceRules: [], grants: [] });
}

function cornerShop(): TemporaryWorkspace {
  const workspace = createTemporaryWorkspace({
    denyRead: defaultDenyRead,
    askRead: defaultAskRead,
  });
  const demo = path.resolve('demo');
  for (const entry of readdirSync(demo, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    workspace.put(path.join('ws', path.relative(demo, file)), readFileSync(file));
  }
  for (const [name, text] of Object.entries(moreFiles)) workspace.put(`ws/${name}`, text);
  return workspace;
}
