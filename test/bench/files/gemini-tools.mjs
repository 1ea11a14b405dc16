// @ts-check
/** GlobTool and GrepTool of @google/gemini-cli-core, as its agent calls them. */
import { importRival } from '../rivals.mjs';
import { common, counts, needle } from './tree.mjs';

/**
 * @param {{ readonly rivals: string; readonly tree: string; readonly task: import('./subjects.mjs').Task }} options
 * @returns {Promise<import('../child.mjs').Subject>}
 */
export async function openSubject({ rivals, tree, task }) {
  console.debug = () => undefined;
  const gemini = await importRival(rivals, '@google/gemini-cli-core');
  const config = new gemini.Config({
    sessionId: 'bench',
    targetDir: tree,
    cwd: tree,
    debugMode: false,
    model: 'gemini-2.5-pro',
    usageStatisticsEnabled: false,
    telemetry: { enabled: false },
  });
  const Tool = task === 'find' ? gemini.GlobTool : gemini.GrepTool;
  const tool = new Tool(config, config.messageBus);
  const pattern = { find: '**/*.json', grep: needle, dense: common }[task];
  return {
    call: async () => {
      const abortSignal = new AbortController().signal;
      const { llmContent } = await tool.build({ pattern }).execute({ abortSignal });
      expectAnswer(llmContent, task);
    },
    close: async () => undefined,
  };
}

/**
 * @param {string} text
 * @param {import('./subjects.mjs').Task} task
 */
function expectAnswer(text, task) {
  const wanted = {
    find: `Found ${counts.json} file(s)`,
    grep: `Found ${counts.needles} matches`,
    dense: 'Found 100 matches',
  }[task];
  if (!text.startsWith(wanted)) throw new Error(`The answer is wrong: ${text.slice(0, 200)}`);
}
