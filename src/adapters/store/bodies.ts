import { withFile, type Disk } from './disk';
import { checkIdentity, MovedRecords } from './moved-records';
import { inFolder } from './names';
import type { Problems } from './problems';
import { headBytes, isWhole } from './record-format';
import type { PayloadReader, RecordLocation } from './record-kind';

export interface PayloadReaderContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
  /** Name of the file with this id, as far as it is known. */
  readonly nameOf: (id: string) => string | undefined;
}

/** Two records this near are read in one go. */
const nearBytes = 64 * 1024;
const runBytes = 4 * 1024 * 1024;

/** Reads payloads by their places, each checked against its sum. */
export function createPayloadReader(place: PayloadReaderContext): PayloadReader {
  return {
    read: async (places) => {
      const found = new Map<RecordLocation, Uint8Array>();
      for (const [file, inFile] of byFile(places)) {
        for (const run of runsOf(inFile)) await readRun(place, file, run, found);
      }
      const lost = places.length - found.size;
      if (lost > 0) {
        place.problems.report(
          `${lost} stored texts can no longer be read: their file is damaged. All others are there.`,
        );
      }
      return places.map((one) => found.get(one));
    },
  };
}

function byFile(places: readonly RecordLocation[]): ReadonlyMap<string, readonly RecordLocation[]> {
  const files = new Map<string, RecordLocation[]>();
  for (const one of places) {
    const others = files.get(one.file);
    if (others === undefined) files.set(one.file, [one]);
    else others.push(one);
  }
  return files;
}

interface Run {
  readonly places: RecordLocation[];
  readonly start: number;
  end: number;
}

function runsOf(places: readonly RecordLocation[]): readonly Run[] {
  const runs: Run[] = [];
  for (const one of [...places].sort((a, b) => a.position - b.position)) {
    const end = one.position + one.bytes;
    const last = runs.at(-1);
    const isNear =
      last !== undefined && one.position <= last.end + nearBytes && end <= last.start + runBytes;
    if (isNear) {
      last.places.push(one);
      last.end = Math.max(last.end, end);
    } else {
      runs.push({ places: [one], start: one.position, end });
    }
  }
  return runs;
}

async function readRun(
  { disk, folder, nameOf }: PayloadReaderContext,
  file: string,
  { places, start, end }: Run,
  found: Map<RecordLocation, Uint8Array>,
): Promise<void> {
  const name = nameOf(file);
  const bytes =
    name === undefined
      ? undefined
      : await withFile(disk, inFolder(folder, name), async (opened) => {
          await checkIdentity(opened, { id: file, name });
          return opened.read(start, end - start);
        });
  if (bytes === undefined) throw new MovedRecords(`The records ${file} are not there.`);
  const run = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const one of places) {
    const from = one.position - start;
    const record = run.subarray(from, from + one.bytes);
    if (await isWhole(record)) found.set(one, record.subarray(headBytes));
  }
}
