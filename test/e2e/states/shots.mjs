// @ts-check
/**
 * `npm run shots [beginning of a state's name]`: each state in each theme and at each width;
 * `npm run shots readme`: the picture of README.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { holderOf, learnThemes, resetWidth, useTheme, useWidth, widths } from './looks.mjs';
import { takeReadmePicture } from './readme-picture.mjs';
import { states } from './states.mjs';
import { openStage } from './world.mjs';

const folder = fileURLToPath(new URL('../screenshots/states', import.meta.url));
const only = process.argv[2] ?? '';

if (only === 'readme') console.log(await takeReadmePicture());
else await takeShots();

async function takeShots() {
  await mkdir(folder, { recursive: true });
  const stage = await openStage();
  try {
    const themes = await learnThemes(stage.world, await stage.world.panelFrame());
    for (const { name, make, leave } of states) {
      const frame = (await make(stage)) ?? (await stage.world.panelFrame());
      if (name.startsWith(only)) {
        for (const width of widths) {
          await useWidth(frame, width);
          const holder = await holderOf(frame);
          for (const [theme, look] of Object.entries(themes)) {
            await useTheme(frame, look);
            const file = path.join(folder, `${name}-${theme}-${width}.png`);
            await holder.screenshot({ path: file, animations: 'disabled' });
          }
        }
        await useTheme(frame, themes['dark']);
        await resetWidth(frame);
        console.log(name);
      }
      await leave?.(stage);
    }
  } finally {
    await stage.close();
  }
  console.log(`In ${folder}`);
}
