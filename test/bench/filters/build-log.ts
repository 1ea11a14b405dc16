/** What a line of the log is; the numbers make each its own. */
type MakeLine = (number: number) => string;

const compile: MakeLine = (number) =>
  `cc -O2 -g -Wall -Iinclude -c src/part_${String(number % 997)}/unit_${String(number)}.c -o unit.o`;
const coloured: MakeLine = (number) =>
  `\x1b[32m[${String(number % 101).padStart(3)}%] Building C object src/CMakeFiles/part.dir/unit_${String(number)}.c.o\x1b[0m`;
const link: MakeLine = (number) =>
  `  LD      drivers/net/part_${String(number % 97)}/built-in-unit-${String(number)}.o`;
const said: MakeLine = (number) =>
  `generated table ${String(number)} of the command set, ${String(number * 7)} entries in all`;
const warning: MakeLine = (number) =>
  `src/unit_${String(number)}.c:${String(number % 400)}:9: warning: unused variable 'count'`;

/** Of 400 lines: what a build says beside what it does, and what matters in it. */
function lineOf(number: number): string {
  if (number % 400 === 57) return warning(number);
  if (number % 40 === 11) return said(number);
  if (number % 5 === 3) return coloured(number);
  return number % 3 === 0 ? link(number) : compile(number);
}

const lines = 50_000;
const pipeBytes = 64 * 1024;

/** A build's log in pieces, as a pipe gives them; some megabytes, to be read again and again. */
export function buildLog(change: (text: string) => string): readonly string[] {
  const text = change(Array.from({ length: lines }, (_, number) => `${lineOf(number)}\n`).join(''));
  const bytes = Buffer.from(text);
  const count = Math.ceil(bytes.length / pipeBytes);
  return Array.from({ length: count }, (_, at) =>
    bytes.toString('latin1', at * pipeBytes, (at + 1) * pipeBytes),
  );
}
