// @ts-check
/** One window in which all states are made, one after another. */
import { startScriptedLlm } from '../../fakes/scripted-llm.mjs';
import { demoSettings } from '../../harness/demo-settings.mjs';
import { repository } from '../../harness/install.mjs';
import { until } from '../support/until.mjs';
import { openWorld, serverSettings } from '../support/world.mjs';

/** @returns {Promise<import('./states.mjs').Stage & { close: () => Promise<void> }>} */
export async function openStage() {
  const llm = await startScriptedLlm();
  const world = await openWorld({
    trust: false,
    settings: (folder) => ({
      ...demoSettings({ repository, folder }),
      ...serverSettings(llm),
      'gatehouse.model': '',
      'workbench.colorTheme': 'Dark Modern',
    }),
  });
  await world.runCommand('Gatehouse: Open Chat');
  await world.panelFrame();
  // Later it would close what else is opened.
  const hasFocus = () => world.panel.input.evaluate((each) => each === document.activeElement);
  await until('the focus in the input', hasFocus);
  return {
    world,
    llm,
    close: async () => {
      await world.close();
      await llm.close();
    },
  };
}
