import { say } from '../../../src/core/base/sentence';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { AuthCapability, AuthSecret } from '../../../src/core/contracts/capabilities';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { defineTool, type ToolContext } from '../../../src/core/contracts/tools/define-tool';
import { failure, fail, succeed } from '../../../src/core/contracts/failure';
import type { CallAccess } from '../../../src/core/pipeline/runtime/deps';

interface Caps {
  readonly auth: AuthCapability;
  readonly place: { readonly name: string };
}

type Use = (auth: AuthCapability, context: ToolContext) => Promise<string>;

const shared = {
  title: say`Ask a server`,
  description: 'Asks a server of the person.',
  effect: 'read_only',
  kind: 'fetch',
  requiresConnection: true,
  input: z.strictObject({ text: z.string().optional().describe('What to ask') }),
  output: z.object({ said: z.string() }),
  redact: ['said'],
  cacheable: false,
  subject: () => ({ text: '', reads: [], writes: [] }),
  label: () => 'ask',
  toModel: ({ said = '' }: { readonly said?: string | undefined }) => said,
} as const;

/** A tool that needs a connection and has declared `auth`. */
export function connectedTool(use: Use): BoundTool {
  const definition = defineTool<Caps>()({
    ...shared,
    name: 'ask_server',
    needs: ['auth'],
    run: async (_args, context, { auth }) => succeed({ said: await use(auth, context) }),
  });
  return bindTool(definition, { place: { name: 'here' } });
}

/**
 * A tool that needs a connection but has not declared `auth`; `use` receives everything it was
 * given.
 */
export function undeclaredTool(use: (caps: object, context: ToolContext) => void): BoundTool {
  const definition = defineTool<Caps>()({
    ...shared,
    name: 'ask_server',
    needs: ['place'],
    run: (_args, context, caps) => {
      use(caps, context);
      return Promise.resolve(succeed({ said: 'nothing' }));
    },
  });
  return bindTool(definition, { place: { name: 'here' } });
}

/** Connections of a user: granted ones, their secrets, and which were opened. */
export interface FakeConnections {
  readonly parts: CallAccess['connections'];
  /** Ids whose secret was read, in order. */
  readonly opened: readonly string[];
}

export function createFakeConnections(
  granted: readonly string[],
  secrets: Readonly<Record<string, string>>,
): FakeConnections {
  const opened: string[] = [];
  const open = (connectionId: string) => {
    opened.push(connectionId);
    const accessToken = secrets[connectionId];
    if (accessToken === undefined) {
      return fail(failure('unavailable', 'This connection is not available.'));
    }
    const secret: AuthSecret = { accessToken, headers: { authorization: `Bearer ${accessToken}` } };
    return succeed(secret);
  };
  return {
    opened,
    parts: {
      grants: { allowedConnectionIds: () => granted },
      broker: { open: (connectionId) => Promise.resolve(open(connectionId)) },
    },
  };
}
