import { flag, glued, reads, text, type Options } from '../programs/program-table';

/** How the command inside another one is found. */
export interface Wrapper {
  readonly programs: readonly string[];
  readonly options?: Options;
  /** What stands between the options and the inner command, in order. */
  readonly before?: readonly RegExp[];
  /** The inner command begins behind `--` only. */
  readonly needsDashes?: true;
  /** Its own words may stand between its options. */
  readonly mixes?: true;
  /** Variables may stand before the inner command. */
  readonly takesVariables?: true;
  /** What is left is one text for a shell. */
  readonly isScript?: true;
  /** The option whose value is a text for a shell. */
  readonly scriptOption?: readonly string[];
  /** It runs on another machine or file system: paths mean nothing here. */
  readonly isElsewhere?: true;
  /** Without an inner command it runs none. */
  readonly isQuiet?: true;
  /** The inner command runs in this shell, so it may move it. */
  readonly isBuiltin?: true;
}

/** The inner command decides (security 3.2 step 7). */
export const transparentWrappers: readonly Wrapper[] = [
  {
    programs: ['timeout', 'gtimeout'],
    options: {
      '-s --signal -k --kill-after': text,
      '--preserve-status --foreground -v --verbose -p -f': flag,
    },
    before: [/^\d*\.?\d+[smhd]?$/],
  },
  {
    programs: ['nice'],
    options: { '-n --adjustment': text, '-0 -1 -2 -3 -4 -5 -6 -7 -8 -9': glued },
  },
  {
    programs: ['ionice'],
    options: { '-c --class -n --classdata': text, '-t --ignore': flag },
  },
  { programs: ['nohup'] },
  { programs: ['setsid'], options: { '-c --ctty -f --fork -w --wait': flag } },
  { programs: ['stdbuf'], options: { '-i --input -o --output -e --error': text } },
  {
    programs: ['time'],
    options: { '-p --portability -v --verbose -q --quiet': flag },
    isBuiltin: true,
    takesVariables: true,
  },
  { programs: ['command'], options: { '-p': flag }, isBuiltin: true },
  { programs: ['builtin'], isBuiltin: true },
  { programs: ['coproc'], takesVariables: true },
  {
    programs: ['chrt'],
    options: {
      '-f --fifo -r --rr -o --other -b --batch -i --idle -d --deadline -R --reset-on-fork -v': flag,
      '-T --sched-runtime -P --sched-period -D --sched-deadline': text,
    },
    before: [/^\d+$/],
  },
  {
    programs: ['taskset'],
    options: { '-c --cpu-list -a --all-tasks': flag },
    before: [/^(?:0x)?[\da-f]+(?:[,-][\da-f]+)*$/i],
  },
  { programs: ['unbuffer'], options: { '-p': flag } },
  { programs: ['caffeinate'], options: { '-d -i -m -s -u': flag, '-t': text } },
];

export const env: Wrapper = {
  programs: ['env', 'genv'],
  takesVariables: true,
  options: {
    '-i --ignore-environment -0 --null -v --debug --list-signal-handling': flag,
    '-u --unset': text,
    '-C --chdir': reads,
    '-S --split-string': { value: 'text', hazard: 'splits a text into a command' },
    '--default-signal --ignore-signal --block-signal': glued,
  },
};
