import * as z from 'zod';
import { commands } from '../core/contracts/commands';
import { settings, type SettingKey } from '../core/contracts/settings/settings';
import { choiceDescriptions, manifestTexts, settingDescriptions } from './manifest-texts';
import { settingCategories } from './setting-categories';

/** The texts of the manifest by their keys, as package.nls.json has them. */
type Texts = Record<string, string>;

/** Keeps a text and answers what stands for it in package.json. */
function put(texts: Texts, key: string, text: string): string {
  if ((texts[key] ?? text) !== text) throw new Error(`The manifest has two texts "${key}".`);
  texts[key] = text;
  return `%${key}%`;
}

/** The parts of `contributes` that source decides; their texts go into `texts`. */
function generatedContributions(texts: Texts): Record<'commands' | 'configuration', unknown> {
  return {
    commands: Object.entries(commands).map(([name, { title, ...more }]) => ({
      command: `gatehouse.${name}`,
      title: put(texts, `command.${name}`, title),
      category: 'Gatehouse',
      ...more,
    })),
    configuration: settingCategories.map(({ name, title, common, advanced }, order) => ({
      title: put(texts, `category.${name}`, title),
      order,
      properties: settingProperties([...common, ...advanced], new Set(advanced), texts),
    })),
  };
}

function settingProperties(
  names: readonly SettingKey[],
  advanced: ReadonlySet<SettingKey>,
  texts: Texts,
): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name, order) => [
      `gatehouse.${name}`,
      {
        ...z
          .record(z.string(), z.unknown())
          .parse(withTextKeys(jsonSchema(settings[name].schema), name, texts)),
        ...choices(name, texts),
        default: settings[name].default,
        scope: settings[name].scope,
        order,
        ...(advanced.has(name) && { tags: ['advanced'] }),
        markdownDescription: put(texts, `setting.${name}`, settingDescriptions[name]),
      },
    ]),
  );
}

/** In the order of the schema. */
function choices(name: SettingKey, texts: Texts): { readonly enumDescriptions?: string[] } {
  const described = choiceDescriptions[name];
  if (described === undefined) return {};
  const keyed = Object.entries(described).map(([value, text]) =>
    put(texts, `setting.${name}.${value}`, text),
  );
  return { enumDescriptions: keyed };
}

/** A schema whose descriptions are keys: `schema.` and the name of the property they describe. */
function withTextKeys(part: unknown, name: string, texts: Texts): unknown {
  if (Array.isArray(part)) return part.map((each) => withTextKeys(each, name, texts));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) =>
      key === 'description' && typeof value === 'string'
        ? [key, put(texts, `schema.${name}`, value)]
        : [key, withTextKeys(value, key, texts)],
    ),
  );
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
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

interface Manifest {
  readonly packageJson: string;
  /** The English texts; those of other languages are written by hand. */
  readonly packageNls: string;
}

/** The text of package.json with its generated parts replaced, and its texts. */
export function withContributions(packageText: string): Manifest {
  const manifest = jsonObject.parse(JSON.parse(packageText));
  const texts: Texts = { ...manifestTexts };
  const contributes = {
    ...jsonObject.parse(manifest['contributes']),
    ...generatedContributions(texts),
  };
  return { packageJson: toJson({ ...manifest, contributes }), packageNls: toJson(texts) };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
