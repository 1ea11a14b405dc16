import { redactText } from '../../../src/core/base/redact/redact';
import { StreamRedactor } from '../../../src/core/base/redact/redact-stream';
import { contextRows } from '../../unit/core/base/secrets/context-rows';
import { partsOf } from '../../unit/core/base/secrets/table-rows';
import { innocentRows } from '../../unit/core/base/secrets/innocent-rows';
import { buildLog } from '../filters/build-log';
import { hostileTexts } from './hostile-texts';

const megabyte = 1024 * 1024;

/** What one process measured: processor time, as what else the machine does is not in it. */
interface Measured {
  /** MB/s of a build's log, by the size of its pieces. */
  readonly streams: readonly { readonly size: number; readonly speed: number }[];
  /** Milliseconds for 1 MB of texts as developers see them, and for each adversarial one. */
  readonly ordinary: number;
  readonly hostile: Readonly<Record<string, number>>;
  /** Microseconds for a short text without a credential. */
  readonly short: number;
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The median of a few runs: the first ones compile. */
function medianMs(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => processorMs(work)).sort((a, b) => a - b);
  return times[Math.trunc(runs / 2)] ?? NaN;
}

function streamed(text: string, size: number): void {
  const redactor = new StreamRedactor();
  for (let at = 0; at < text.length; at += size) redactor.push(text.slice(at, at + size));
  redactor.flush();
}

/** Lines of logs and of code, a quarter of them with a name or an address; few credentials. */
function ordinaryText(log: string): string {
  const rows = Object.values(innocentRows).flat();
  const secrets = Object.values(contextRows).flat();
  const lines = log.split('\n');
  const parts: string[] = [];
  for (let at = 0, length = 0; length < megabyte; at += 1) {
    const line =
      at % 400 === 7
        ? partsOf(secrets[at % secrets.length] ?? '').text
        : at % 4 === 0
          ? (rows[at % rows.length] ?? '')
          : (lines[at % lines.length] ?? '');
    parts.push(line);
    length += line.length + 1;
  }
  return flat(parts.join('\n')).slice(0, megabyte);
}

/** A text in one piece of memory, as those are that a program reads. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}

function main(megabytes: number, runs: number): void {
  const log = flat(buildLog((text) => text).join(''));
  const whole = flat(log.repeat(Math.ceil((megabytes * megabyte) / log.length)));
  const sizes = [100, 1000, 4096, 65_536, megabyte];
  streamed(log, 65_536);
  const streams = sizes.map((size) => {
    const text = whole.slice(0, megabytes * megabyte);
    const ms = medianMs(runs, () => streamed(text, size));
    return { size, speed: text.length / 1e6 / (ms / 1000) };
  });
  const text = ordinaryText(log);
  const ordinary = medianMs(3 * runs, () => redactText(text));
  const hostile = Object.fromEntries(
    Object.entries(hostileTexts(megabyte)).map(([name, each]) => {
      const input = flat(each);
      return [name, medianMs(runs, () => redactText(input))];
    }),
  );
  const line = 'src/module/file.ts(120,14): a line of output as tools write them, with a key';
  const calls = 20_000;
  const short = medianMs(5, () => {
    for (let at = 0; at < calls; at += 1) redactText(line);
  });
  const measured: Measured = { streams, ordinary, hostile, short: (short * 1000) / calls };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}

main(Number(process.argv[2]), Number(process.argv[3]));
