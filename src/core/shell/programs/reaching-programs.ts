import { namesIn, nameSet } from '../../base/text-lines';
import type { ShellWord } from '../../contracts/calls/shell-analysis';
import { baseName } from '../command/words';
import { findTable } from './all-programs';
import { unknownProgram } from './unknown-programs';

/** Whatever they are given, they talk to another machine. */
const always =
  nameSet(`curl curlie wget wget2 aria2c axel http https xh httpie rclone rsync scp sftp rcp ssh
  autossh mosh rsh slogin ssh-copy-id ssh-keyscan nc ncat netcat socat telnet ftp lftp tftp websocat mail
  sendmail mutt swaks ping ping6 nslookup dig host drill whois traceroute tracepath mtr resolvectl getent
  fping arping gh glab hub gopass op bw lpass vault doppler infisical chamber ngrok cloudflared localtunnel
  lt serve http-server kubectl oc k9s helm terraform tofu terragrunt pulumi cdk ansible-playbook ansible
  packer aws gcloud gsutil bq az heroku vercel netlify wrangler fly flyctl s3cmd mc azcopy psql mysql
  mariadb mongosh redis-cli pg_dump pg_dumpall mysqldump mongodump salt salt-call salt-ssh pssh
  parallel-ssh pdsh clush dsh mussh prsync pscp pslurp winexe youtube-dl yt-dlp w3m lynx links elinks
  lwp-request restic rustic borg syncthing croc magic-wormhole wormhole ffsend uvx pnpx
  sshfs smbclient smbget mount.cifs mount.nfs nmap masscan hping3 nsupdate snmpget snmpset mosquitto_pub
  mosquitto_sub kcat kafkacat grpcurl rmt finger rpcinfo showmount cadaver gdrive dropbox megaput pastebinit
  gist ipfs doctl hcloud linode-cli scw oci ibmcloud eb sam serverless sls firebase supabase railway surge
  amplify eas sentry-cli codecov snyk trivy jf jfrog oras cosign huggingface-cli hf kaggle wandb dvc
  vsce ovsx twine nuget fastlane git-lfs git-annex git-remote-http git-remote-https git-remote-ftp
  git-send-pack git-fetch-pack git-http-push git-send-email claude codex gemini aider opencode
  lp lpr irssi weechat hexchat nmcli wall
  torsocks torify openvpn tailscale zerotier-cli wg-quick gnutls-cli sslscan pwncat siege vegeta k6 wrk hey
  curlftpfs davfs2 avahi-resolve systemd-resolve bitsadmin mshta argocd flux istioctl act newman hurl`);

const packages = `install i add ci update up upgrade publish unpublish deprecate undeprecate dist-tag access owner author team
  hook org login adduser add-user token whoami profile view info show search audit outdated create init dlx
  ping deploy v find innit cit ic sit it isntall isnt install-test install-ci-test install-clean clean-install
  fund doctor star unstar stars sbom link ln import self-update exec/-y exec/--yes exec/-p
  exec/--package= x/-y x/--yes x/-p x/--package=`;

/**
 * The words with which others do. Any place counts: which word is the verb may depend on options. A
 * slash joins words that only together mean it; an equals sign ends the name of an option.
 */
const byWord: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    git: `push fetch pull clone ls-remote remote/update remote/show remote/prune submodule/update
      submodule/add send-email imap-send http-push http-fetch daemon instaweb archive/--remote= lfs svn p4
      cvsimport credential annex request-pull
      send-pack fetch-pack remote-http remote-https web--browse remote/set-head remote/-f`,
    npx: '-y --yes -p --package=',
    'hg fossil bzr': 'push pull clone incoming outgoing sync update in out email',
    svn: 'commit ci checkout co update up switch copy cp import export lock log list ls',
    'jj sl': 'push pull fetch clone git/push git/fetch git/clone pr',
    'npm pnpm yarn yarnpkg bun corepack': packages,
    deno: 'publish deploy upgrade install add cache outdated update x --allow-net -A --allow-all= -N --allow-net=',
    'pip pip3 pipx uv poetry pipenv pdm hatch rye pixi conda mamba twine flit': `${packages} download
      wheel index sync lock upload tool self inject export`,
    'gem bundle bundler composer pod cpan cpanm luarocks nimble shards opam raco dub': `${packages} push yank fetch require download signin create-project
      sources`,
    'brew apt apt-get yum dnf pacman apk zypper snap port choco winget scoop nix nix-env nix-shell flatpak':
      'install update upgrade search fetch download add get shell run dist-upgrade tap -S -Sy -Syu',
    'cargo rustup':
      'publish login logout owner yank install add update search fetch vendor binstall toolchain component target info generate',
    go: 'get install mod/download mod/tidy mod/vendor telemetry list/-u work/sync',
    dotnet: 'push restore add/package search install update tool workload nuget',
    'mvn mvnw': 'deploy deploy:deploy deploy:deploy-file site-deploy release:perform',
    'gradle gradlew':
      'publish uploadArchives publishPlugins publishAllPublicationsToMavenRepository',
    'mix stack cabal dart flutter swift lein sbt':
      'publish hex.publish deps.get upload pub/publish pub/get pub/upgrade update deploy hackage package/update package/resolve',
    'docker podman nerdctl buildah skopeo crane':
      'push pull login search imagetools publish copy sync cp run create up swarm --push -H= --host=',
    'docker-compose podman-compose': 'push pull publish up run create',
    'gpg gpg2':
      '--send-keys --send-key --recv-keys --recv-key --receive-keys --search-keys --refresh-keys --fetch-keys',
    'nix nix-channel guix spack': 'flake copy --update pull install',
    'code cursor codium code-insiders': 'tunnel --install-extension= --open-url serve-web',
    'cvs darcs pijul': 'commit push pull update checkout',
    logger: '-n= --server=',
    mount: '-t/nfs -t/cifs -t/nfs4 -t/sshfs -t/davfs',
    openssl: 's_client s_server s_time ocsp cmp tsget',
    'lerna nx turbo rush changeset semantic-release np release-it': 'publish release --publish',
    'asdf mise rtx nvm fnm volta rbenv pyenv':
      'install ls-remote list-remote update upgrade latest',
  }).flatMap(([names, words]) => namesIn(names).map((name) => [name, namesIn(words)] as const)),
);

/** They run code that is written in the command, which may talk to anything. */
const interpreters =
  /^(?:python|pypy|py|node|nodejs|bun|deno|perl|ruby|php|lua|luajit|rscript|osascript|groovy|elixir|julia|powershell|pwsh|tclsh|tsx|ts-node|r|ocaml|clj|clojure|bb|racket|erl|emacs|ipython|xonsh|elvish|kotlinc|jshell|guile|sbcl|ghc|scala|kotlin|swift)[\d.]*$/;
const givenCode =
  /^-\w*[ceEp]$|^-[ce]\S|^--?(?:eval|print|exec|command|encodedcommand|expression)\b|^eval$|^(?:--import=)?data:/i;

const givenToPhp = /^-[rBRS]/;

/** Modules that are clients or servers, `-m http.server`. */
const connectingModule =
  /^(?:http\.|urllib|ftplib|smtplib|poplib|imaplib|telnetlib|xmlrpc|socketserver|webbrowser|httpx|SimpleHTTPServer)/;
/** They only name themselves. */
const namesItself = /^(?:-[vVh]|--?version|--help|--test)$/;

/** Files of the shell and of awk that are connections. */
const connection = /\/(?:dev\/(?:tcp|udp)|inet[46]?\/(?:tcp|udp))\//;
const address = /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i;
const openers =
  nameSet(`open xdg-open start explorer sensible-browser wslview ffmpeg ffprobe convert magick pandoc
  xmllint xsltproc deno docker podman playwright`);

/**
 * Whether a command of these words talks to another machine, or may. Programs of the project, and
 * scripts that it names, are not seen through (decision egress-gate).
 */
export function reachesOut([program, ...rest]: readonly ShellWord[]): boolean {
  if (program === undefined) return false;
  // It may be any program.
  if (!program.known) return true;
  const name = baseName(program.text).toLowerCase();
  if (always.has(name)) return true;
  const words = rest.map(({ text }) => text);
  if (words.some((word) => connection.test(word))) return true;
  if (namesReaching(name, rest) || opensAddress(name, words)) return true;
  if (interpreters.test(name) && (isGuessed([], rest) || runsGivenCode(name, words))) return true;
  return hasReachingVerb(name, rest);
}

function hasReachingVerb(name: string, rest: readonly ShellWord[]): boolean {
  const entries = byWord.get(name);
  if (entries === undefined) return false;
  const words = rest.map(({ text }) => text);
  if (isGuessed(entries, rest) || isShortened(name, entries, words)) return true;
  return entries.some((entry) => hasAll(entry, words));
}

function opensAddress(name: string, words: readonly string[]): boolean {
  const takesAny = openers.has(name) || findTable(name) === unknownProgram;
  return takesAny && words.some((word) => address.test(word));
}

/** A program that the system keeps, or may be any of those. */
const ofSystem = /(?:^|[\\/])s?bin[\\/][^\\/]*$/;

/**
 * It is given a program that talks to another machine: to copy it under another name, to load it, or
 * to run it, where it is not known what it does with its words.
 */
function namesReaching(name: string, rest: readonly ShellWord[]): boolean {
  const isUnknown = findTable(name) === unknownProgram;
  return rest.some(({ text, known }) => {
    if (!known) return ofSystem.test(text);
    return always.has(baseName(text).toLowerCase()) && (isUnknown || ofSystem.test(text));
  });
}

/** The shell computes what is or may be the verb, or the word that a verb depends on. */
function isGuessed(entries: readonly string[], rest: readonly ShellWord[]): boolean {
  const at = rest.findIndex(({ known }) => !known);
  if (at === -1) return false;
  const before = rest.slice(0, at).map(({ text }) => text);
  if (before.every((word) => word.startsWith('-'))) return true;
  return entries.some((entry) => {
    const [first = '', ...more] = entry.split('/');
    return more.length > 0 && before.includes(first);
  });
}

/** Code in the words, or what is piped or written to the program. */
function runsGivenCode(name: string, words: readonly string[]): boolean {
  const code = name === 'php' ? givenToPhp : givenCode;
  const isFed = words.length === 0 || words.includes('-');
  if (isFed || words.some((word) => code.test(word))) return true;
  const isModule = words.some((word) => /^-\w*m$/.test(word));
  if (isModule && words.some((word) => connectingModule.test(word))) return true;
  return (
    words.every((word) => word.startsWith('-')) && !words.some((word) => namesItself.test(word))
  );
}

function hasAll(entry: string, words: readonly string[]): boolean {
  return entry
    .split('/')
    .every((part) => words.some((word) => word === part || isGlued(part, word)));
}

function isGlued(part: string, word: string): boolean {
  return part.endsWith('=') && (word.startsWith(part) || word === part.slice(0, -1));
}

/** npm takes the beginning of a verb for the verb. */
function isShortened(name: string, entries: readonly string[], words: readonly string[]): boolean {
  const verb = words.find((word) => !word.startsWith('-')) ?? '';
  const isBeginning = entries.some((entry) => !entry.includes('/') && entry.startsWith(verb));
  return name === 'npm' && verb.length > 1 && isBeginning;
}
