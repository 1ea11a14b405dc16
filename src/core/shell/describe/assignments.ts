import { say, type Sentence } from '../../base/sentence';
import type { Assignment } from '../command/simple-command';
import { type Finding, joinFindings, nothingFound, warn } from '../command/finding';

const harmless =
  /^(?:CI|LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|NODE_ENV|TERM|COLUMNS|LINES|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)$/;

/** A zone such as `Europe/Berlin`, and no path: some of these name files too. */
const plainValue = /^(?:[\w.,@+-]*|[A-Za-z]\w*(?:\/[\w+-]+)+)$/;

interface KnownDanger {
  readonly names: RegExp;
  readonly reason: (name: string) => Sentence;
}

const dangers: readonly KnownDanger[] = [
  { names: /^(?:LD|DYLD)_/, reason: (name) => say`${name}= loads code into every program` },
  {
    names: /^PATH$|^CDPATH$|^HOME$|^IFS$/,
    reason: (name) => say`${name}= changes which program or file a name means`,
  },
  {
    names: /^(?:BASH_ENV|ENV|BASH_FUNC|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND)/,
    reason: (name) => say`${name}= makes shells run code`,
  },
  {
    names: /^GIT_/,
    reason: (name) => say`${name}= makes git run programs or use another repository`,
  },
  {
    names: /(?:PAGER|EDITOR|VISUAL|BROWSER|ASKPASS|SHELL)$|^LESS/,
    reason: (name) => say`${name}= names a program to run`,
  },
  {
    names: /^(?:NODE|PYTHON|PERL5?|RUBY|JAVA|_JAVA|JDK)_?/,
    reason: (name) => say`${name}= may load code into the interpreter`,
  },
  {
    names: /^(?:npm_config_|NPM_CONFIG_|PIP_|CARGO_|RUSTC|RUSTFLAGS|GO[A-Z]+|CC$|CXX$|MAKE)/i,
    reason: (name) => say`${name}= sets what a build tool runs or where it looks`,
  },
  {
    names: /^(?:https?|all|no)_proxy$|^SSL_|^CURL_/i,
    reason: (name) => say`${name}= leads connections another way`,
  },
];

/**
 * Assignments before a program (decision shell-assignments). Those that only color or place its
 * output are stripped; any other asks, whatever the rules say.
 */
export function findInAssignments(assignments: readonly Assignment[]): Finding {
  return joinFindings(assignments.map(findInOne));
}

function findInOne({ name, value }: Assignment): Finding {
  if (!value.known) return warn(say`the value of ${name} is known only when it runs`);
  if (harmless.test(name) && plainValue.test(value.text)) return nothingFound;
  const danger = dangers.find(({ names }) => names.test(name));
  return warn(danger?.reason(name) ?? say`${name}= changes how the program runs`);
}
