import * as z from 'zod';
import { asIs, isSentence, type Sentence } from '../base/sentence';
import { isObject, toList, type UnknownObject } from './json';

/** What a schema reads: data that nothing changes. */
export type Data<T extends z.ZodType> = Frozen<z.output<T>>;
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** A text for users, in no language yet. */
export const sentence = z.custom<Sentence>(isSentence);

/** The same as stored with a chat; older chats hold texts. */
export const storedSentence = z.union([z.string().transform(asIs), sentence]);

/** A count or an index. */
export const count = z.int().min(0);

/** A field that is undefined where it is not what it should be. */
export function lenient<T extends z.ZodType>(field: T) {
  return field.optional().catch(undefined);
}

/** An argument or field that may be left out, with its description. */
export function optional<T extends z.ZodType>(schema: T, description: string) {
  return schema.optional().describe(description);
}

/** An object that requires no field; what is no object counts as an empty one. */
export function allOptional<S extends z.core.$ZodLooseShape>(fields: S) {
  return z.preprocess((value) => (isObject(value) ? value : {}), z.object(fields));
}

/** An object of unknown content, as it is. */
export const anyObject = z.custom<UnknownObject>(isObject);

/** The items that are what they should be; none where there is no list. */
export function itemsOf<T extends z.ZodType>(item: T) {
  return z.transform((value: unknown): z.output<T>[] =>
    toList(value).flatMap((each) => {
      const read = item.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );
}

/** The same, but undefined if there are none. */
export function someOf<T extends z.ZodType>(item: T) {
  return itemsOf(item)
    .transform((items) => (items.length > 0 ? items : undefined))
    .optional();
}

/** A list whose items must all be what they should be; no list counts as an empty one. */
export function wholeList<T extends z.ZodType>(item: T) {
  return z.preprocess(toList, z.array(item));
}

/** Each optional field is there or not, and never undefined. */
type Dense<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Leaves out the fields that are undefined. */
export function dense<T extends object>(value: T): Dense<T>;
export function dense(value: object): object {
  if (!Object.values(value).includes(undefined)) return value;
  const fields: readonly [string, unknown][] = Object.entries(value);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}
