import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { withContributions } from '../../src/build/manifest';
import { commands } from '../../src/core/contracts/commands';
import { settings } from '../../src/core/contracts/settings/settings';

const command = z.object({ command: z.string() });

const manifestSchema = z.object({
  icon: z.string(),
  contributes: z.object({
    configuration: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })),
    menus: z.record(z.string(), z.array(command)),
    keybindings: z.array(command),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), icon: z.string() }))),
    viewsContainers: z.object({ activitybar: z.array(z.object({ icon: z.string() })) }),
    walkthroughs: z.array(
      z.object({
        steps: z.array(
          z.object({ description: z.string(), media: z.object({ markdown: z.string() }) }),
        ),
      }),
    ),
  }),
});

const text = readFileSync('package.json', 'utf8');
const manifest = manifestSchema.parse(JSON.parse(text));
const { contributes } = manifest;
const texts = z.record(z.string(), z.string());
const nls = texts.parse(JSON.parse(readFileSync('package.nls.json', 'utf8')));
const english = (key: string): string => nls[key.slice(1, -1)] ?? '';
const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);

describe('package.json', () => {
  it('contains the commands, settings and texts of the source (npm run manifest)', () => {
    const { packageJson, packageNls } = withContributions(text);
    assert.equal(text, packageJson);
    assert.equal(readFileSync('package.nls.json', 'utf8'), packageNls);
  });

  it('has each setting in one category', () => {
    const listed = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const known = Object.keys(settings).map((name) => `gatehouse.${name}`);
    assert.deepEqual(listed.sort(), known.sort());
    assert.equal(contributes.configuration.length, 6);
  });

  it('refers to commands that exist', () => {
    const inSteps = steps.flatMap((step) =>
      [...english(step.description).matchAll(/\(command:([\w.]+)\)/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    const inMenus = Object.values(contributes.menus).flat();
    const referred = [...inMenus, ...contributes.keybindings].map((entry) => entry.command);
    const known = new Set(Object.keys(commands).map((name) => `gatehouse.${name}`));
    assert.deepEqual(
      [...referred, ...inSteps].filter((id) => !known.has(id)),
      [],
    );
  });

  it('refers to files that exist', () => {
    const files = [
      manifest.icon,
      ...contributes.viewsContainers.activitybar.map((container) => container.icon),
      ...Object.values(contributes.views).flatMap((views) => views.map((view) => view.icon)),
      ...steps.map((step) => step.media.markdown),
    ];
    assert.deepEqual(
      files.filter((file) => !existsSync(file)),
      [],
    );
  });

  it('binds no key to the answer of an approval', () => {
    // "Next Approval" moves the focus and answers nothing.
    assert.deepEqual(
      contributes.keybindings.map((binding) => binding.command),
      ['gatehouse.addSelection', 'gatehouse.nextApproval'],
    );
  });
});
