import { runOptions } from '../programs/containers-and-cloud';
import { danger, flag, glued, reads, text } from '../programs/program-table';
import type { Wrapper } from './wrapper-table';

const any = /^/;

/** They run with other rights or elsewhere: a rule of their own is needed. */
export const elevatedWrappers: readonly Wrapper[] = [
  {
    programs: 'sudo sudoedit',
    takesVariables: true,
    options: {
      '-u --user -g --group -h --host -p --prompt -C --close-from -T --command-timeout': text,
      '-r --role -t --type -U --other-user -R --chroot -D --chdir': text,
      '-i --login -s --shell': danger('opens a shell, which runs what it reads'),
      '-n --non-interactive -E -H --set-home -S --stdin -k -K -b --background': flag,
      '-A --askpass -B --bell -P --preserve-groups -v --validate -l --list -e': flag,
      '--preserve-env': glued,
    },
  },
  { programs: 'doas', options: { '-u -C -a': text, '-n -s -L': flag } },
  {
    programs: 'su runuser',
    options: {
      '-c --command --session-command -s --shell -g --group -G --supp-group -w -u --user': text,
      '-l --login -m -p --preserve-environment -P --pty -f --fast': flag,
    },
    scriptOption: ['-c', '--command', '--session-command'],
    mixes: true,
  },
  {
    programs: 'pkexec',
    options: { '-u --user': text, '--disable-internal-agent --keep-cwd': flag },
  },
  { programs: 'gosu su-exec setpriv capsh runas gsudo', before: [any] },
  {
    programs: 'chroot',
    before: [any],
    isElsewhere: true,
    options: { '-u -g --userspec --groups': glued, '--skip-chdir': flag },
  },
  {
    programs: 'ssh autossh mosh rsh',
    options: {
      '-o -F -J -I -S -P': danger('may run a program', 'text'),
      '-E': danger('writes a file', 'write'),
      '-D -L -R -W -w': danger('forwards other connections', 'text'),
      '-B -b -c -e -i -l -m -O -p -Q': text,
      '-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y': flag,
    },
    before: [any],
    isScript: true,
    isElsewhere: true,
  },
  { programs: 'kubectl oc', needsDashes: true, isElsewhere: true },
];

/** Runners add unknown words, or watch what runs. */
export const runnerWrappers: readonly Wrapper[] = [
  {
    programs: 'xargs gxargs',
    isQuiet: true,
    options: {
      '-I -n -L -P -s -d -E --max-args --max-lines --max-procs --max-chars --delimiter': text,
      '--process-slot-var -J -R -S': text,
      '-a --arg-file': reads,
      '-i --replace -l -e --eof': glued,
      '-0 --null -r --no-run-if-empty -t --verbose -p --interactive -x --exit -o --open-tty': flag,
    },
  },
  { programs: 'parallel rush sem', isScript: true },
  {
    programs: 'watch viddy',
    isScript: true,
    options: {
      '-n --interval -q --equexit -s --shotsdir': text,
      '-d --differences --color': glued,
      '-b --beep -c -C --no-color -e --errexit -g --chgexit -p --precise -t --no-title -x --exec':
        flag,
    },
  },
  {
    programs: 'flock',
    before: [any],
    options: {
      '-w --wait --timeout -E --conflict-exit-code -c --command': text,
      '-s --shared -x -e --exclusive -u --unlock -n --nonblock -o --close -F --no-fork -v': flag,
    },
    scriptOption: ['-c', '--command'],
  },
  {
    programs: 'strace ltrace dtruss truss',
    options: {
      '-o -e -p -s -u -E -a -b -I -O -P -S -X -U -A -l -n': text,
      '-f -ff -F -c -C -d -h -i -k -q -r -t -tt -ttt -T -v -V -w -x -xx -y -yy -Z -z': flag,
    },
  },
  { programs: 'jobs', isQuiet: true, options: { '-l -n -p -r -s -x': flag } },
  { programs: 'gdb lldb valgrind perf rr heaptrack' },
  {
    programs: 'script',
    scriptOption: ['-c', '--command'],
    mixes: true,
    options: {
      '-c --command -E --echo -I --log-in -O --log-out -B --log-io -T --log-timing -m -o': text,
      '-a --append -e --return -f --flush -q --quiet': flag,
    },
  },
  {
    programs: 'entr nodemon watchexec chokidar cargo-watch',
    scriptOption: ['-x', '--exec', '-e', '-s'],
  },
  { programs: 'hyperfine concurrently run-p run-s', isScript: true },
  {
    programs: `xvfb-run dbus-run-session ssh-agent fakeroot faketime chronic rlwrap ts sshpass torsocks
      proxychains tsocks cross-env dotenv dotenvx direnv aws-vault doppler chpst setarch busybox
      toybox prlimit numactl cgexec schedtool cpulimit catchsegv start-stop-daemon daemonize
      run-parts pv mosh-server tini dumb-init s6-setuidgid winpty eatmydata linux32 linux64 arch
      sandbox-exec dbus-launch op watchman ip`,
  },
];

/** They start a program later or elsewhere, and have too many options to list. */
export const starters: readonly Wrapper[] = [
  {
    programs: 'nsenter unshare systemd-run systemd-nspawn machinectl lxc incus',
    isElsewhere: true,
  },
  { programs: 'cmd sg', before: [any], isScript: true },
  { programs: 'nix nix-shell guix devbox devenv' },
  {
    programs: 'wsl distrobox toolbox firejail bwrap proot vagrant adb',
    isElsewhere: true,
  },
  { programs: 'screen tmux zellij byobu dtach abduco', isScript: true },
];

/** They run a program of a package; it is judged with them. */
export const launchers: readonly Wrapper[] = [
  {
    programs: 'c8 nyc',
    options: {
      '-c --config --nycrc-path -r --reporter -o --reports-dir --report-dir -t --temp-dir': text,
      '--temp-directory --require -i --include -n --exclude -x --extension -e --src': text,
      '--lines --branches --functions --statements --watermarks': text,
      '--all -a --check-coverage --clean --no-clean --silent -s --per-file --skip-full --100': flag,
    },
  },
  {
    programs: 'npx bunx pnpx uvx',
    options: {
      '-p --package -c --call --node-options -w --workspace --from --with': text,
      '-y --yes --no --no-install -q --quiet -s --silent --bun --offline --prefer-offline': flag,
    },
    scriptOption: ['-c', '--call'],
  },
];

/** The words after `docker run`: options, the image, the command inside. */
export const container: Wrapper = {
  programs: 'docker podman nerdctl docker-compose podman-compose',
  options: runOptions,
  before: [any],
  isElsewhere: true,
};

/** Verbs behind which a program follows. */
export const launchingVerbs: Readonly<Record<string, string>> = {
  npm: 'exec x exe ex',
  pnpm: 'exec dlx',
  yarn: 'exec dlx run',
  bun: 'x run exec',
  mise: 'exec x',
  'nvm fnm volta honcho railway infisical teller op': 'exec run',
  'uv poetry pipenv pdm hatch rye pixi rustup conda mamba pipx dvc': 'run',
  'bundle bundler composer gem asdf rbenv pyenv direnv nx lerna turbo lage opam': 'exec',
  'stack dune cabal tox': 'exec',
};
