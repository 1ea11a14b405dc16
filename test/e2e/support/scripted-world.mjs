// @ts-check
import { startScriptedLlm } from '../../fakes/scripted-llm.mjs';
import { openWorld, serverSettings } from './world.mjs';

/** @typedef {Awaited<ReturnType<typeof openScriptedWorld>>} ScriptedWorld */

/**
 * A fresh copy of the demo, open in real VS Code with Gatehouse, and a scripted model that it asks.
 *
 * @param {Omit<NonNullable<Parameters<typeof openWorld>[0]>, 'settings'> & {
 *   settings?: Record<string, unknown>;
 *   model?: Parameters<typeof startScriptedLlm>[0];
 * }} [options] `settings` are added to those that name the model
 */
export async function openScriptedWorld({ model = {}, settings = {}, ...options } = {}) {
  const llm = await startScriptedLlm(model);
  const world = await openWorld({
    ...options,
    settings: { ...serverSettings(llm), ...settings },
  }).catch(async (error) => {
    await llm.close();
    throw error;
  });
  return {
    ...world,
    llm,
    close: async () => {
      await world.close();
      await llm.close();
    },
  };
}
