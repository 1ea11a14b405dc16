import type { ToolEffect } from './effect';

/** A JSON value. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** A tool as models see it: no zod, draft-07 schema (001 inv. 10, 13). */
export interface ToolSpec {
  /** Canonical id, `core__read`. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly effect: ToolEffect;
  /** Output fields that may leave the pipeline (001 inv. 4). */
  readonly redaction: readonly string[];
}
