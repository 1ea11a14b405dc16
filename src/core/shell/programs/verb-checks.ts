import { say, type Sentence } from '../../base/sentence';
import { namesIn, nameSet } from '../../base/text-lines';
import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import { shorten } from '../command/words';

/** What the verbs of some programs hand on, which a rule for the whole program does not mean. */
interface VerbRule {
  readonly programs: string;
  readonly does: (use: string) => Sentence;
  /** The verbs that ask. */
  readonly verbs: string;
  /** A verb may be a part of a word: `app/run`, `spring-boot:run`, `runMain x`. */
  readonly inParts?: true;
  /** Also behind words that run or show something, where a verb is else a name. */
  readonly anywhere?: true;
}

const verbRules: readonly VerbRule[] = [
  {
    programs: 'docker podman nerdctl finch container docker-compose podman-compose',
    does: (use) => say`${use} runs a command in a container`,
    verbs: 'run exec create attach debug sandbox mcp',
    anywhere: true,
  },
  {
    programs: `gradle gradlew mvn mvnw ant sbt lein mill mix swift zig dotnet cargo go stack cabal bazel bazelisk
      buck buck2 pants`,
    does: (use) => say`${use} runs a class, a script or a shell that it names`,
    verbs: 'runMain exec console consoleProject repl ghci iex plugin binstall',
    inParts: true,
    anywhere: true,
  },
  {
    programs: 'sbt',
    does: (use) => say`${use} changes what the build runs`,
    verbs: 'set eval apply session load',
    inParts: true,
    anywhere: true,
  },
  {
    programs: 'rebar3',
    does: (use) => say`${use} runs a shell or a program`,
    verbs: 'shell escriptize path',
    anywhere: true,
  },
  {
    programs: 'zig',
    does: (use) => say`${use} takes the options of another program`,
    verbs: 'cc c++ ar ld lib dlltool objcopy',
  },
  {
    programs: 'mix scala pants',
    does: (use) => say`${use} runs a script that it names`,
    verbs: 'run',
  },
  {
    programs: 'packer',
    does: (use) => say`${use} starts machines, and runs what it is given in them`,
    verbs: 'build',
  },
  {
    programs: 'uv poetry pipenv pdm hatch rye pixi',
    does: (use) => say`${use} runs the program that it names`,
    verbs: 'run',
  },
  {
    programs: 'bazel bazelisk buck buck2',
    does: (use) => say`${use} runs what it builds`,
    verbs: 'run',
  },
  {
    programs: `gem pipx cpan luarocks nimble shards opam raco brew apt apt-get yum dnf pacman apk zypper snap
      port choco winget scoop R`,
    does: (use) => say`${use} installs or runs programs`,
    verbs: 'install add build make reinstall inject INSTALL',
  },
  {
    programs: 'python python3 py uv poetry pdm hatch',
    does: (use) => say`${use} builds a package, which may run any program`,
    verbs: 'build',
  },
];

/** A verb that only shows what there is. */
const showing =
  nameSet(`list ls ll show get describe status st info version versions help whoami logs log tail view search
  find check lint test tests fmt format diff print explain doctor inspect query stats stat count tree
  outdated why where which current ping preview plan validate verify history top events display dump-config
  report audit scan analyze analyse compare cat head read is-active is-enabled is-failed ls-remote
  list-remote list-units list-unit-files list-timers list-jobs list-dependencies whence sizes size summary
  graph deps build compile typecheck type-check dev-info resolve parse lint-staged coverage bench`);

/** Programs that act on a service, on installed tools, or by themselves: each verb asks that does not only show. */
const actors =
  nameSet(`supabase stripe eas expo fly flyctl railway render doctl hcloud linode-cli neonctl turso pscale
  firebase amplify convex sst nitric encore upsun platform clever scalingo northflank koyeb deta modal
  replicate huggingface-cli hf wandb dvc mlflow prefect dagster airflow snyk sentry-cli datadog-ci
  codecov launchdarkly ldcli posthog shopify twilio sfdx sf okta auth0 atlas ccloud confluent temporal
  nomad consul cosign telepresence tilt skaffold okteto devspace garden werf devcontainer distrobox
  distrobox-host-exec flatpak-spawn orb orbctl multipass asdf mise rtx nvm fnm volta rbenv pyenv rustup
  corepack proto husky lefthook systemctl service rc-service initctl loginctl defaults gsettings
  dconf reg claude codex gemini copilot opencode aider goose cursor-agent amp crush qwen kiro droid auggie
  plandex llm ollama mcp fastmcp tsh doppler infisical`);

/** Programs that connect to what they name, be it a host, a port or a remote. */
const connecting =
  nameSet(`autossh mosh rsh rlogin dbclient plink et eternal-terminal socat ngrok lt localtunnel
  cloudflared http https xh xhs httpie curlie rclone ssh-copy-id telnet nc ncat`);

interface ReadRule {
  readonly does: VerbRule['does'];
  readonly verbs: ReadonlySet<string>;
  readonly inParts: boolean;
  readonly anywhere: boolean;
}

/** Programs that install packages; a folder or a file among them is built by its own rules. */
const installers =
  nameSet(`pip pip3 pipx uv poetry pipenv pdm hatch rye pixi gem bundle composer npm pnpm yarn yarnpkg bun
  cpan cpanm`);
const installVerb = /^(?:install|i|in|add|wheel|download|link|ln|pip|require|inject)$/;
/** An archive or a folder, also behind the name of a package or an option: `x@file:../y`, `-e.`. */
const localPackage =
  /^(?:-e|--editable=?|[\w@/.-]*@)?(?:\.{1,2}(?:$|[\\/[])|~?\/|file:|link:|portal:)|\.(?:whl|tgz|tar\.\w+|gem|zip|egg)$/;

const ruled = new Map<string, readonly ReadRule[]>();
for (const { programs, does, verbs, inParts = false, anywhere = false } of verbRules) {
  const rule = { does, verbs: nameSet(verbs), inParts, anywhere };
  for (const name of namesIn(programs.toLowerCase())) {
    ruled.set(name, [...(ruled.get(name) ?? []), rule]);
  }
}

/** Verbs stand among the first words. */
const mostWords = 6;
/** What follows belongs to a script or to another program. */
const handsOn = /^(?:run|run-script|test|nextest|t|exec|x|--)$/;

/**
 * What the first words of a command hand on to another machine, container, package or service. A
 * rule for the program does not mean it; one that names the words does (000-shell-3).
 */
export function verbHazards(name: string, words: readonly ShellWord[]): readonly ShellHazard[] {
  const program = name.toLowerCase();
  const first = words.slice(0, mostWords).map(({ text }) => text);
  const named = (ruled.get(program) ?? []).flatMap((rule) =>
    verbsIn(rule, first).map((word) => ({
      reason: rule.does(`${name} ${shorten(word)}`),
      liftedBy: [word],
    })),
  );
  if (installers.has(program)) return [...named, ...localPackages(name, words)];
  if (connecting.has(program)) return [...named, ...connections(name, words)];
  return actors.has(program) ? [...named, ...actions(name, first)] : named;
}

/** Behind a word that runs or shows something, a word is no verb. */
function verbsIn({ verbs, inParts, anywhere }: ReadRule, first: readonly string[]) {
  const end = first.findIndex((word) => handsOn.test(word) && !verbs.has(word));
  const shown = anywhere ? -1 : first.findIndex((word) => showing.has(word) && !verbs.has(word));
  const ends = [end, shown].filter((at) => at !== -1);
  return first.slice(0, Math.min(first.length, ...ends)).filter((word) => {
    if (word.startsWith('-')) return false;
    const parts = inParts ? word.split(/[\s:./~;]+/) : [];
    return verbs.has(word) || parts.some((part) => verbs.has(part));
  });
}

/** What is built runs by its own rules: a rule must name it. */
function localPackages(name: string, words: readonly ShellWord[]): readonly ShellHazard[] {
  const isInstall = /^cpan/.test(name) || words.some(({ text }) => installVerb.test(text));
  if (!isInstall) return [];
  return words
    .filter(({ text }) => localPackage.test(text))
    .map(({ text }) => ({
      reason: say`${name} builds ${shorten(text)}, which may run any program`,
      liftedBy: [text],
    }));
}

/** The verbs of an actor, which ask unless one of them only shows. */
function actions(name: string, words: readonly string[]): readonly ShellHazard[] {
  const end = words.findIndex((word) => !/^[a-z][\w:-]*$/i.test(word));
  const chain = (end === -1 ? words : words.slice(0, end)).slice(0, 3);
  if (chain.some((word) => showing.has(word))) return [];
  const [verb] = chain;
  if (verb === undefined) return withoutVerb(name, words);
  const liftedBy = chain.slice(0, 2);
  return [{ reason: say`${name} ${shorten(liftedBy.join(' '))} does more than show`, liftedBy }];
}

/** An agent, or a shell on another machine, needs no verb. */
function withoutVerb(name: string, words: readonly string[]): readonly ShellHazard[] {
  const [word] = words.filter((other) => !/^(?:-[vVh]|--(?:version|help|list))$/.test(other));
  if (word === undefined) return [];
  return [{ reason: say`${name} ${shorten(word)} does more than show`, liftedBy: [word] }];
}

/** The rule must name the host, or the port. */
function connections(name: string, words: readonly ShellWord[]): readonly ShellHazard[] {
  const plain = words.filter(({ text }) => !text.startsWith('-'));
  const places = plain.filter(({ text }) => /[.:@]/.test(text));
  const [place] = places.length === 0 ? plain : places;
  if (place === undefined) return [];
  return [{ reason: say`${name} connects to ${shorten(place.text)}`, liftedBy: [place.text] }];
}
