import { namesIn } from '../../core/base/text-lines';

/** Variables that change how bash interprets a text. */
const shellNames = namesIn(
  'BASHOPTS CDPATH ENV GLOBIGNORE POSIXLY_CORRECT PROMPT_COMMAND PS4 SHELLOPTS',
);

/**
 * Variables that make a program run other code. Variables that only locate files (PYTHONPATH,
 * PERL5LIB, GIT_CONFIG_GLOBAL) stay: ordinary work needs them, and the user's own files can do the
 * same. JAVA_TOOL_OPTIONS stays too: it is the only way to give a JVM its proxy and certificates.
 */
const codeNames =
  namesIn(`GCONV_PATH GIT_ASKPASS GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_EXEC_PATH GIT_EXTERNAL_DIFF
  GIT_PROXY_COMMAND GIT_SEQUENCE_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_TEMPLATE_DIR LESSCLOSE
  LESSOPEN NODE_OPTIONS NODE_REPL_EXTERNAL_MODULE NPM_CONFIG_NODE_OPTIONS
  NPM_CONFIG_SCRIPT_SHELL PERL5DB PERL5OPT PYTHONSTARTUP RUBYOPT SSH_ASKPASS`);
const strippedNames = new Set([...shellNames, ...codeNames]);

/** Planted functions and libraries, and variables of this host. */
const strippedPrefixes = namesIn(
  'BASH_ CODE_SERVER_ DYLD_ ELECTRON_ GATEHOUSE_ GIT_CONFIG_KEY_ GIT_CONFIG_VALUE_ LD_ VSCODE_',
);

/**
 * True for a variable by which a program runs other code than its own, in any case: Windows ignores
 * case in names, and both kinds are written in either.
 */
export function runsOtherCode(name: string): boolean {
  const upper = name.toUpperCase();
  return strippedNames.has(upper) || strippedPrefixes.some((prefix) => upper.startsWith(prefix));
}
