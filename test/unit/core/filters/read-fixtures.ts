import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** An output as a tool wrote it, and how it came about. */
export interface FilterFixture {
  /** `cargo-test/failure` */
  readonly name: string;
  /** The rule that it is of. */
  readonly rule: string;
  readonly command: string;
  readonly exitCode: number;
  /** With escape sequences and carriage returns. */
  readonly output: string;
  /** Texts that must stay, beside those that the extractor names. */
  readonly keep: readonly string[];
  /** What is accepted as the filtered output. */
  readonly goldenFile: string;
}

/** Recorded output names its tool; a sample that was written by hand says from what. */
const metaSchema = z
  .strictObject({
    command: z.string().min(1),
    tool: z.string().min(1),
    exitCode: z.int(),
    recorded: z.boolean(),
    source: z.string().min(1).optional(),
    keep: z.array(z.string().min(1)).default([]),
  })
  .refine(({ recorded, source }) => recorded || source !== undefined, {
    error: 'needs a source, as it was not recorded',
  });

const folder = path.resolve('test/fixtures/filters');

export function readFilterFixtures(): readonly FilterFixture[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: rule }) => casesOf(rule).map((name) => readFixture(rule, name)));
}

function casesOf(rule: string): readonly string[] {
  return readdirSync(path.join(folder, rule))
    .filter((file) => file.endsWith('.txt') && !file.endsWith('.out.txt'))
    .map((file) => path.basename(file, '.txt'));
}

function readFixture(rule: string, name: string): FilterFixture {
  const file = path.join(folder, rule, name);
  assert.ok(existsSync(`${file}.json`), `${rule}/${name}.json is missing`);
  const meta = metaSchema.parse(JSON.parse(readFileSync(`${file}.json`, 'utf8')));
  const { command, exitCode, keep } = meta;
  const output = readFileSync(`${file}.txt`, 'utf8');
  const goldenFile = `${file}.out.txt`;
  return { name: `${rule}/${name}`, rule, command, exitCode, output, keep, goldenFile };
}
