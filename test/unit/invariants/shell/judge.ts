import { told } from '../../fakes/told';
import { defaultBlockedCommands } from '../../../../src/core/contracts/settings/defaults';
import type { PermissionRule, Explanation } from '../../../../src/core/contracts/calls/decision';
import type { ShellPolicy } from '../../../../src/core/contracts/policy/policy';
import type { RowRule, ShellRow } from '../../../fixtures/shell/row';
import { fakeShellPolicy } from '../../fakes/policy';
import { createProduct, productContext } from '../product';
import { createShellWorkspace } from './shell-workspace';

export interface ShellJudge {
  /** The pipeline's decision on a command under a user's rules. */
  explain(command: string, rules: readonly RowRule[]): Promise<Explanation>;
  /** One line for each row with an unexpected result. */
  mismatches(rows: readonly ShellRow[]): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** The product with its default lists, on a real folder. */
export function createShellJudge(substitution: ShellPolicy['substitution'] = 'deny'): ShellJudge {
  const workspace = createShellWorkspace();
  const shell = fakeShellPolicy({ blocked: defaultBlockedCommands, substitution });
  const product = createProduct({ workspace, policy: { shell } });
  const explain: ShellJudge['explain'] = (command, rules) => {
    product.policy.swap({ permissions: rules.map(ownRule) });
    const args = { command: command.replaceAll('%ROOT%', workspace.root) };
    const call = { toolCallId: 'x', tool: 'bash', args, attempt: 0 };
    return product.pipeline.explain(
      { ...call, phase: 'executor', origin: 'model' },
      productContext,
    );
  };
  return {
    explain,
    mismatches: async (rows) => {
      const lines: string[] = [];
      for (const row of rows) {
        const explanation = await explain(row.command, row.rules);
        if (!isExpected(row, explanation)) lines.push(describeMismatch(row, explanation));
      }
      return lines;
    },
    dispose: () => product.dispose(),
  };
}

function ownRule({ pattern, action }: RowRule): PermissionRule {
  return { tool: 'core__bash', pattern, action, source: 'user' };
}

function isExpected({ expect }: ShellRow, { verdict }: Explanation): boolean {
  return expect === 'not-allow' ? verdict !== 'allow' : verdict === expect;
}

function describeMismatch(row: ShellRow, { verdict, steps }: Explanation): string {
  const command = shortened(JSON.stringify(row.command));
  const step = steps.find((other) => other.verdict === verdict) ?? steps.at(-1);
  const reason = shortened(told(step)?.reason ?? '');
  return `${command}: ${verdict}, not ${row.expect} (${row.why}); said: ${reason}`;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 100)}…${text.slice(-90)}` : text;
}
