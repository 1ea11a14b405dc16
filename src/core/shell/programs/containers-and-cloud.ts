import {
  danger,
  type Discovery,
  flag,
  flags,
  maybe,
  type Options,
  ownFile,
  type ProgramTable,
  reads,
  text,
  type Usage,
  values,
  type VerbTable,
  writesFile,
} from './program-table';

const opensMachine = 'opens this machine to the container';

export const runOptions: Options = {
  '-v --volume --mount --volumes-from --device --tmpfs': danger(opensMachine, 'text'),
  '--privileged': danger(opensMachine),
  '--cap-add --security-opt --pid --ipc --uts --userns --cgroupns --network --net': danger(
    opensMachine,
    'text',
  ),
  '--env-file --label-file': reads,
  '--cidfile': writesFile,
  '-e --env': danger('passes on a variable', 'text'),
  '--entrypoint': danger('runs another program', 'text'),
  '-p --publish -w --workdir -u --user --name -h --hostname --platform -m --memory --cpus': text,
  '--restart --label -l --log-driver --pull --add-host --dns --expose --link --gpus': text,
  '-i -t -d --rm --init --interactive --tty --detach -P --publish-all --read-only -q': flag,
  ...flags(
    '--no-healthcheck --no-deps --build --quiet --quiet-pull --use-aliases --remove-orphans -T -it',
  ),
  ...values(`
    --memory-swap --shm-size --stop-signal --stop-timeout --health-interval
    --health-retries --health-timeout --ulimit --log-opt --network-alias --ip --mac-address --index
    --pids-limit --cpuset-cpus --cpu-shares -c --cpu-quota --group-add --domainname --isolation
  `),
};

const client: Options = {
  '-H --host -c --context --config --tlscacert --tlscert --tlskey -l --log-level': danger(
    'reaches another machine',
    'text',
  ),
  '-D --debug --tls --tlsverify -v --version': flag,
};

/** An image of a registry by its host, `e.example/x`. */
function checkImage({ name, operands }: Usage): readonly Discovery[] {
  return operands
    .slice(0, 2)
    .filter(({ text: word }) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/[^./]/.test(word))
    .map(({ text: word }) => ({ reason: `${name} reaches ${word}`, liftedBy: [word] }));
}

const runsInside: VerbTable = {
  endsAtOperand: true,
  operands: 'none',
  options: runOptions,
  check: checkImage,
};
const nothing: VerbTable = {
  operands: 'none',
  options: {
    '-f --format --filter -n --tail --since --until --last --sort': text,
    ...flags(`
      -a --all -q --quiet --no-trunc -s --size -l --latest --details  --timestamps --follow --no-stream
      --digests --tree -v --verbose --no-color --no-log-prefix --human -H --orphans --services --status
    `),
    '-d --detach-keys -t --time --signal': text,
  },
};
const deletes: VerbTable = {
  operands: 'none',
  hazard: 'deletes it',
  options: flags('-f --force -v --volumes -a --all -l --link --no-prune -s --stop'),
};

const composeVerb: VerbTable = {
  operands: 'none',
  options: {
    ...flags(`
        -d --detach --build --no-build --force-recreate --no-recreate --always-recreate-deps --no-deps
        --no-start --remove-orphans --abort-on-container-exit --abort-on-container-failure --wait -V
        --renew-anon-volumes --quiet-pull -q --quiet -a --all --follow --no-color --no-log-prefix
        --timestamps --attach-dependencies --no-attach --menu -w --watch --pull --no-cache --services
        --volumes --images --profiles --hash --no-interpolate --no-normalize --no-consistency --resolve-image-digests
        --ignore-pull-failures --include-deps --ignore-buildable --json --short --no-trunc --orphans
      `),
    ...values(`
        --tail -n --since --until -t --timeout --scale --exit-code-from --wait-timeout --format --filter
        --status --index --protocol --policy --build-arg -m --memory --attach
      `),
  },
};

const compose: VerbTable = {
  operands: 'none',
  mayLose: true,
  readsScript: true,
  options: {
    '-f --file': ownFile,
    '--env-file': reads,
    '--project-directory': danger('takes its instructions from another folder', 'read'),
    '-p --project-name --profile --ansi --progress --parallel': text,
    ...flags('--all-resources --compatibility --dry-run --verbose'),
  },
  verbs: {
    'run exec': runsInside,
    'rm kill': { hazard: 'ends or deletes containers' },
    down: {
      hazard: 'deletes containers',
      options: {
        '-v --volumes --rmi': danger('deletes volumes or images', 'glued'),
        '-t --timeout': text,
        ...flags('--remove-orphans'),
      },
    },
    'cp push publish': { hazard: 'copies data in or out' },
    // Here it is no file.
    'logs attach': { ...composeVerb, options: { ...composeVerb.options, '-f': flag } },
  },
  otherVerbs: composeVerb,
};

const docker: ProgramTable = {
  mayLose: true,
  programs: 'docker podman nerdctl',
  readsScript: true,
  options: client,
  verbs: {
    'run create exec': runsInside,
    'ps images logs version info events stats top port diff history inspect help': nothing,
    'start stop restart pause unpause wait rename tag attach': nothing,
    'build buildx builder': {
      verbs: {
        'prune rm stop': deletes,
        imagetools: { hazard: 'reaches another machine' },
        bake: { hazard: 'runs the builds that a file names' },
      },
      options: {
        '-f --file': reads,
        '--build-context': maybe,
        '-o --output --iidfile --metadata-file': writesFile,
        '--secret --ssh --allow --push': danger('passes on secrets or permissions', 'text'),
        '-t --tag --build-arg --target --platform --progress --label --cache-from --cache-to': text,
        ...flags('-q --quiet --no-cache --pull --load --rm --force-rm --squash --check --compress'),
        ...values(
          '--network --shm-size --ulimit -m --memory --no-cache-filter --builder --provenance --sbom',
        ),
      },
      check: ({ operands }) =>
        operands
          .filter(({ text: word }) => word === '-' || /:\/\/|^git@/.test(word))
          .map(({ text: word }) => ({
            reason: `docker builds what ${word} brings`,
            liftedBy: [word],
          })),
    },
    compose,
    'rm rmi kill prune': deletes,
    'cp export save import load commit push pull login logout': {
      hazard: 'copies data in or out',
      options: { '-o --output': writesFile, '-i --input': reads },
    },
    'container image volume network system': {
      operands: 'none',
      verbs: {
        'ls list inspect logs top stats history df info events port': nothing,
        'run exec create': runsInside,
        'rm prune kill remove': deletes,
      },
      otherVerbs: { hazard: 'changes containers' },
    },
    search: { hazard: 'reaches another machine' },
    'update scout buildkit': nothing,
    'swarm service stack secret config plugin context node manifest trust': {
      hazard: 'changes services or settings',
    },
  },
  otherVerbs: { hazard: 'may be a plugin, which is any program' },
};

function checkSecrets({ name, operands }: Usage): readonly Discovery[] {
  return operands
    .filter(({ text: word }) => /(?:^|,)secrets?(?:$|[,/.])/i.test(word))
    .map(({ text: word }) => ({ reason: `${name} ${word} shows secrets`, liftedBy: [word] }));
}

const cluster: ProgramTable = {
  mayLose: true,
  programs: 'kubectl oc k9s helm k3s minikube kind',
  operands: 'none',
  options: {
    '-n --namespace --context --cluster --user -o --output -l --selector --field-selector': text,
    '--kubeconfig --token -s --server --as --certificate-authority': danger(
      'reaches another cluster',
      'text',
    ),
    '-A --all-namespaces -w --watch -v --tail --since': maybe,
    ...flags(`
      --show-labels --no-headers --watch-only --ignore-not-found --previous -p --follow --all-containers
      --timestamps --prefix --recursive --client  --containers --show-managed-fields --all
      --show-kind --show-events --short --date --deployed --failed --pending --superseded
      -q --reverse -a --list --help -h --warnings-as-errors
    `),
    ...values(`
      -c --container --sort-by --field-manager --since-time --limit-bytes --request-timeout -L
      --label-columns --api-group --verbs --namespaced --max-log-requests --revision --max --filter
      --offset --time-format
    `),
  },
  verbs: {
    'get describe logs top explain version api-resources api-versions events status list ls history':
      {
        operands: 'none',
        check: checkSecrets,
      },
    'apply create delete replace patch edit scale rollout drain cordon uncordon taint label annotate':
      {
        hazard: 'changes what runs in the cluster',
        options: { '-f --filename -k --kustomize': reads },
      },
    'exec cp attach run debug port-forward proxy': {
      hazard: 'runs programs there or opens a way in',
    },
    'config plugin set expose autoscale auth certificate': { hazard: 'changes settings' },
    'install upgrade uninstall rollback push pull repo registry dependency': {
      hazard: 'changes what runs in the cluster, or loads code from outside',
    },
    'template lint show': {
      options: { '--post-renderer': danger('runs a program', 'text'), '-f --values': reads },
    },
  },
  otherVerbs: { hazard: 'may be a plugin, which is any program' },
};

const terraform: ProgramTable = {
  mayLose: true,
  programs: 'terraform tofu terragrunt pulumi cdk ansible-playbook ansible packer',
  readsScript: true,
  singleDash: true,
  options: {
    '-chdir': danger('takes its instructions from another folder', 'read'),
    '-out -output': writesFile,
    '-var-file -i -inventory': reads,
    '-e -var': text,
    '-m -a -args -module-name -module-path -M': danger('runs a module there', 'text'),
    ...flags(`
      -no-color -json -compact-warnings -detailed-exitcode -input -lock -refresh-only -destroy -raw
        -recursive -list -write -upgrade -reconfigure -backend -get -help -version -v -vv
      -vvv -C -check -D -diff -K -syntax-check -list-tasks -list-hosts -list-tags -refresh -lockfile
    `),
    ...values(
      '-target -replace -parallelism -lock-timeout -limit -tags -skip-tags -t -l -u -user -f -forks',
    ),
    '-auto-approve': danger('changes what runs there without asking'),
  },
  verbs: {
    'apply destroy import taint untaint state up down deploy login logout push force-unlock console':
      { hazard: 'changes what runs in the cluster' },
    plugins: { hazard: 'installs programs' },
    'plan validate show output fmt version providers graph preview diff synth init get workspace':
      {},
  },
  otherVerbs: {},
};

/** Words of cloud clients that show secrets, carry data or change what runs there. */
const reaches =
  /token|secret|credential|password|ssm|ssh|exec|^(?:cp|sync|mv|rm|rb|put|deploy|delete|create|run|invoke|update|start|submit|presign|configure|assume|import|login|config$|config:)/i;

const clouds: ProgramTable = {
  mayLose: true,
  programs: 'aws gcloud gsutil bq az heroku vercel netlify wrangler',
  operands: 'maybe',
  options: {
    '--endpoint-url --profile --configuration --ca-bundle': danger(
      'uses another endpoint or account',
      'text',
    ),
    '--cli-input-json --cli-input-yaml': reads,
    ...flags(`
      --no-cli-pager --no-paginate --debug --version --help --human-readable --summarize --recursive
      --dryrun --quiet -q -h --all --json --show-details
    `),
    ...values(`
      --region --output --query -o --project --format --filter --zone --location --limit --sort-by
      --max-items --page-size --filters --resource-group -g --subscription --name -n --color --app -a
      --bucket --prefix --stack-name --log-group-name --start-time --end-time --instance-ids --table-name
      --function-name --cluster --service --max-results
    `),
  },
  check: ({ operands, name }) =>
    operands
      .filter(({ text: word }) => reaches.test(word))
      .map(({ text: word }) => ({
        reason: `${name} ${word} reaches secrets, or changes what is there`,
        liftedBy: [word],
      })),
};

export const containersAndCloud: readonly ProgramTable[] = [
  docker,
  { programs: 'docker-compose podman-compose', ...compose },
  cluster,
  terraform,
  clouds,
];
