// @ts-check
/**
 * The Scheduler of @google/gemini-cli-core: validates, asks its policy engine, keeps state, runs
 * and notifies. As it ships (telemetry off), with one rule that allows the tool; its debug output
 * is swallowed, as its command line program does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importRival } from '../rivals.mjs';
import { argsOf, description, expectAnswer, sayRepeatedly, toolName } from './trivial-tool.mjs';

/**
 * @typedef {object} GeminiOptions
 * @property {string} rivals where they are installed
 * @property {boolean} keepsSchema Answers one schema object always. Its own base class answers a new
 *   one each time, so that its validator compiles, and keeps, one for each call.
 */

const parameters = {
  type: 'object',
  properties: {
    text: { type: 'string', description: description.text },
    times: { type: 'integer', minimum: 1, maximum: 9, description: description.times },
  },
  required: ['text', 'times'],
};

/**
 * @param {GeminiOptions} options
 * @returns {Promise<import('../child.mjs').Subject>}
 */
export async function openSubject(options) {
  console.debug = () => undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-bench-'));
  const gemini = await importRival(options.rivals, '@google/gemini-cli-core');
  const config = new gemini.Config({
    sessionId: 'bench',
    targetDir: folder,
    cwd: folder,
    debugMode: false,
    model: 'gemini-2.5-pro',
    usageStatisticsEnabled: false,
    telemetry: { enabled: false },
    policyEngineConfig: {
      rules: [{ toolName, decision: gemini.PolicyDecision.ALLOW, priority: 100 }],
    },
  });
  const scheduler = makeScheduler(gemini, config, options);
  const { signal } = new AbortController();
  let count = 0;
  return {
    call: async () => {
      count += 1;
      const args = argsOf(count);
      const request = { callId: `call_${count}`, name: toolName, args };
      const [done] = await scheduler.schedule(
        { ...request, isClientInitiated: false, prompt_id: 'prompt' },
        signal,
      );
      const [part] = done.response.responseParts;
      expectAnswer(part?.functionResponse?.response?.output, args);
    },
    close: async () => {
      scheduler.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param {any} gemini its module
 * @param {any} config
 * @param {GeminiOptions} options
 */
function makeScheduler(gemini, config, { keepsSchema }) {
  const { messageBus } = config;
  const toolRegistry = new gemini.ToolRegistry(config, messageBus);
  const Tool = defineTool(gemini);
  const KeptTool = keepSchema(Tool);
  toolRegistry.registerTool(keepsSchema ? new KeptTool(messageBus) : new Tool(messageBus));
  return new gemini.Scheduler({
    // What a run sees; only the registry is ours: its own is filled by a start with all its tools.
    context: { config, messageBus, toolRegistry, promptId: 'prompt' },
    messageBus,
    getPreferredEditor: () => undefined,
    schedulerId: gemini.ROOT_SCHEDULER_ID,
  });
}

/** @param {any} gemini */
function defineTool({ BaseDeclarativeTool, BaseToolInvocation, Kind }) {
  class Invocation extends BaseToolInvocation {
    getDescription() {
      return this.params.text;
    }

    async execute() {
      const said = sayRepeatedly(this.params);
      return { llmContent: said, returnDisplay: said };
    }
  }

  return class Tool extends BaseDeclarativeTool {
    /** @param {any} messageBus */
    constructor(messageBus) {
      super(toolName, 'Say', description.tool, Kind.Read, parameters, messageBus);
    }

    /**
     * @param {object} args
     * @param {any} messageBus
     */
    createInvocation(args, messageBus) {
      return new Invocation(args, messageBus, toolName, 'Say');
    }
  };
}

/** @param {any} Tool */
function keepSchema(Tool) {
  return class extends Tool {
    /** @type {object | undefined} */
    #kept;

    get schema() {
      this.#kept ??= super.schema;
      return this.#kept;
    }
  };
}
