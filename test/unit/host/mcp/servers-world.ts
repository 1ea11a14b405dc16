import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/adapters/system/emitter';
import { systemDigest } from '../../../../src/adapters/system/random';
import { asIs, inEnglish } from '../../../../src/core/base/sentence';
import { fail, failure, succeed, type Result } from '../../../../src/core/contracts/failure';
import type { McpServerConfig } from '../../../../src/core/contracts/mcp/servers';
import type { WorkspaceServer } from '../../../../src/core/contracts/mcp/workspace-servers';
import type {
  ConnectMcp,
  McpCall,
  McpConnection,
  McpEvents,
  McpLaunch,
} from '../../../../src/core/ports/mcp';
import { McpServers } from '../../../../src/host/mcp/mcp-servers';
import { createFakeClock } from '../../fakes/clock';
import { createFakeSettings } from '../../fakes/settings';

export const echo = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
export const echoId = 'mcp__talk__echo';
export const signal = new AbortController().signal;

/** One server that a file of the workspace names. */
class FakeWorkspace {
  named: readonly WorkspaceServer[] = [];
  approved = new Set<string>();
  private readonly changed = new Emitter();
  all = () => this.named;
  onDidChange = (listener: () => void) => this.changed.event(listener);
  approvalOf = ({ digest }: WorkspaceServer) => (this.approved.has(digest) ? 'approved' : 'none');
  launch = (server: WorkspaceServer): Promise<Result<McpLaunch>> => {
    const launch = { command: server.name, args: [], cwd: '/', env: {}, confidential: ['secret'] };
    const isApproved = this.approved.has(server.digest);
    return Promise.resolve(isApproved ? succeed(launch) : fail(failure('policy_denied', 'no')));
  };
  name(name: string, digest: string, folder = '/ws'): void {
    const approved = { command: [], cwd: '', envFile: '', inputs: [], variables: [] };
    const more = { cwd: folder, envFile: {}, inputs: [], ignored: [], approved };
    const config = { command: digest };
    this.named = [{ name, folder, file: '.mcp.json', digest, config, ...more }];
    this.changed.fire();
  }
  approve(...digests: readonly string[]): void {
    this.approved = new Set(digests);
    this.changed.fire();
  }
}

/** Settings, a memory and one server that the test plays. */
export class World {
  readonly settings = createFakeSettings({ 'mcp.servers': { talk: { command: 'talk' } } });
  memory: unknown;
  offered: unknown[] = [echo];
  isTrusted = true;
  started = 0;
  readonly asked: unknown[] = [];
  answer: (call: McpCall) => Result<unknown> | Promise<Result<unknown>> = ({ args }) =>
    succeed({ content: [{ type: 'text', text: String(args['text']) }] });
  failsToStart = false;
  events: McpEvents | undefined;
  readonly ends: string[] = [];
  readonly crashes: string[] = [];
  readonly printed: string[] = [];
  readonly clock = createFakeClock();
  readonly workspace = new FakeWorkspace();
  readonly servers: McpServers;

  constructor(connect?: ConnectMcp) {
    this.servers = new McpServers({
      settings: this.settings,
      memory: {
        get: () => this.memory,
        set: (value) => {
          this.memory = JSON.parse(JSON.stringify(value));
          return Promise.resolve();
        },
      },
      connect: connect ?? ((_launch, events) => Promise.resolve(this.connect(events))),
      launch: (config) => {
        if ('url' in config) {
          return succeed({ url: config.url, headers: { ...config.headers }, confidential: [] });
        }
        const { command } = config;
        if (command === 'bad') return fail(asIs('cwd: no'));
        return succeed({ command, args: [], cwd: '/', env: {}, confidential: [] });
      },
      workspace: this.workspace,
      isTrusted: () => this.isTrusted,
      printing: {
        redact: (text) => text.replace('secret', '***'),
        show: (server, text) => void this.printed.push(`${server}: ${text}`),
      },
      clock: this.clock,
      digest: systemDigest,
      ask: ({ note: _note, ...call }, params) => {
        this.asked.push([call, params]);
        return Promise.resolve({ action: 'decline' });
      },
      crashed: (server, why) => void this.crashes.push(`${server}: ${inEnglish(why)}`),
      report: (error) => assert.fail(String(error)),
    });
  }

  configure(servers: Readonly<Record<string, McpServerConfig>>): void {
    this.settings.set('mcp.servers', servers);
  }

  get server() {
    const [server] = this.servers.all();
    assert.ok(server);
    return server;
  }

  async switchOn(): Promise<void> {
    assert.ok((await this.server.start(signal)).ok);
    const usable = this.servers.toolsOf('talk').filter(({ standing }) => standing !== 'unusable');
    assert.ok((await this.servers.allow('talk', usable, 'provisional')).ok);
  }

  /** Its tools, without what reads the choices of the user. */
  listed = () =>
    this.servers.list().filter(({ name }) => !/__(?:resources-read|prompts-get)$/.test(name));

  standings = () => this.servers.toolsOf('talk').map(({ standing }) => standing);

  private connect(events: McpEvents): Result<McpConnection> {
    this.started += 1;
    this.events = events;
    for (const part of ['a sec', 'ret\n', 'and']) events.printed(part);
    if (this.failsToStart) return fail(failure('execution', 'no', { category: 'server_error' }));
    return succeed({
      facts: { name: 'talk', version: '1', protocol: '2025-11-25', era: 'legacy', offers: [] },
      listOffers: () => Promise.resolve(succeed([])),
      listTools: () => Promise.resolve(succeed({ items: this.offered, problems: [] })),
      callTool: (call) => Promise.resolve(this.answer(call)),
      end: (how) => {
        this.ends.push(how);
        return Promise.resolve();
      },
    });
  }
}
