import * as z from 'zod';
import { commands } from '../core/contracts/commands';
import { settings } from '../core/contracts/settings/settings';
import { settingDescriptions } from './setting-descriptions';

type JsonSchema = Record<string, unknown>;

/** The parts of `contributes` that source decides: `--manifest` writes them into package.json. */
function generatedContributions(): Record<'commands' | 'configuration', unknown> {
  return {
    commands: Object.entries(commands).map(([name, { title, ...more }]) => ({
      command: `gatehouse.${name}`,
      title,
      category: 'Gatehouse',
      ...more,
    })),
    configuration: { title: 'Gatehouse', properties: settingProperties() },
  };
}

function settingProperties(): Record<string, unknown> {
  const descriptions = new Map(Object.entries(settingDescriptions));
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting], order) => [
      `gatehouse.${name}`,
      {
        ...jsonSchema(setting.schema),
        default: setting.default,
        scope: setting.scope,
        order,
        markdownDescription: descriptions.get(name),
      },
    ]),
  );
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
    override: ({ jsonSchema: part }) => {
      // The bounds of what JavaScript can count say nothing in the Settings editor.
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      // Every key of a JSON object is a string.
      delete part.propertyNames;
    },
  });
  return rest;
}

const jsonObject = z.record(z.string(), z.unknown());

/** The text of package.json with its generated parts replaced. */
export function withContributions(packageText: string): string {
  const manifest = jsonObject.parse(JSON.parse(packageText));
  const contributes = {
    ...jsonObject.parse(manifest['contributes']),
    ...generatedContributions(),
  };
  return `${JSON.stringify({ ...manifest, contributes }, undefined, 2)}\n`;
}
