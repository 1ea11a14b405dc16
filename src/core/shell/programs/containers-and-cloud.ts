import { say } from '../../base/sentence';
import {
  danger,
  type Discovery,
  optionRows,
  type Options,
  ownFile,
  type ProgramTable,
  type Usage,
  type VerbTable,
  eachLike,
} from './program-table';

const opensMachine = 'opens this machine to the container';

export const runOptions: Options = {
  ...optionRows(`
    --env-file --label-file = read
    --cidfile = write, writes a file
    -e --env = text, passes on a variable
    --entrypoint = text, runs a program
    -p --publish -w --workdir -u --user --name -h --hostname --platform -m --memory --cpus = text
    --restart --label -l --log-driver --pull --add-host --dns --expose --link --gpus = text
    --memory-swap --shm-size --stop-signal --stop-timeout --health-interval --health-retries = text
    --health-timeout --ulimit --log-opt --network-alias --ip --mac-address --index = text
    --pids-limit --cpuset-cpus --cpu-shares -c --cpu-quota --group-add --domainname = text
    --isolation = text
    -i -t -d --rm --init --interactive --tty --detach -P --publish-all --read-only -q
    --no-healthcheck --no-deps --build --quiet --quiet-pull --use-aliases --remove-orphans -T -it
  `),
  '-v --volume --mount --volumes-from --device --tmpfs': danger(opensMachine, 'text'),
  '--privileged': danger(opensMachine),
  '--cap-add --security-opt --pid --ipc --uts --userns --cgroupns --network --net': danger(
    opensMachine,
    'text',
  ),
};

const client: Options = optionRows(`
  -H --host -c --context --config --tlscacert --tlscert --tlskey -l = text, reaches another machine
  --log-level = text, reaches another machine
  -D --debug --tls --tlsverify -v --version
`);

/** An image of a registry by its host, `e.example/x`. */
function checkImage({ name, operands }: Usage): readonly Discovery[] {
  return eachLike(
    operands.slice(0, 2),
    /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/[^./]/,
    (word) => say`${name} reaches ${word}`,
  );
}

const runsInside: VerbTable = {
  endsAtOperand: true,
  operands: 'none',
  options: runOptions,
  check: checkImage,
};
const nothing: VerbTable = {
  operands: 'none',
  options: optionRows(`
    -f --format --filter -n --tail --since --until --last --sort -d --detach-keys -t --time = text
    --signal = text
    -a --all -q --quiet --no-trunc -s --size -l --latest --details --timestamps --follow --no-stream
    --digests --tree -v --verbose --no-color --no-log-prefix --human -H --orphans --services
    --status
  `),
};
const deletes: VerbTable = {
  operands: 'none',
  hazard: 'deletes a branch or tag',
  options: optionRows('-f --force -v --volumes -a --all -l --link --no-prune -s --stop'),
};

const composeVerb: VerbTable = {
  operands: 'none',
  options: optionRows(`
    -d --detach --build --no-build --force-recreate --no-recreate --always-recreate-deps --no-deps
    --no-start --remove-orphans --abort-on-container-exit --abort-on-container-failure --wait -V
    --renew-anon-volumes --quiet-pull -q --quiet -a --all --follow --no-color --no-log-prefix
    --timestamps --attach-dependencies --no-attach --menu -w --watch --pull --no-cache --services
    --volumes --images --profiles --hash --no-interpolate --no-normalize --no-consistency
    --resolve-image-digests --ignore-pull-failures --include-deps --ignore-buildable --json --short
    --no-trunc --orphans
    --tail -n --since --until -t --timeout --scale --exit-code-from --wait-timeout --format = text
    --filter --status --index --protocol --policy --build-arg -m --memory --attach = text
  `),
};

const compose: VerbTable = {
  operands: 'none',
  mayLose: true,
  readsScript: true,
  options: {
    ...optionRows(`
      --env-file = read
      --project-directory = read, takes its instructions from another folder
      -p --project-name --profile --ansi --progress --parallel = text
      --all-resources --compatibility --dry-run --verbose
    `),
    '-f --file': ownFile,
  },
  verbs: {
    'run exec': runsInside,
    'rm kill': { hazard: 'ends or deletes containers' },
    down: {
      hazard: 'ends or deletes containers',
      options: optionRows(`
        -v --volumes --rmi = glued, deletes volumes or images
        -t --timeout = text
        --remove-orphans
      `),
    },
    'cp push publish': { hazard: 'copies data in or out' },
    // Here it is no file.
    'logs attach': {
      ...composeVerb,
      options: {
        ...optionRows('-f'),
        ...composeVerb.options,
      },
    },
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
        bake: { hazard: 'runs programs that a file names' },
      },
      options: optionRows(`
        -f --file = read
        --build-context = maybe
        -o --output --iidfile --metadata-file = write, writes a file
        --secret --ssh --allow --push = text, passes on secrets or permissions
        -t --tag --build-arg --target --platform --progress --label --cache-from --cache-to = text
        --network --shm-size --ulimit -m --memory --no-cache-filter --builder --provenance = text
        --sbom = text
        -q --quiet --no-cache --pull --load --rm --force-rm --squash --check --compress
      `),
      check: ({ operands }) =>
        operands
          .filter(({ text: word }) => word === '-' || /:\/\/|^git@/.test(word))
          .map(({ text: word }) => ({
            reason: say`docker builds what ${word} brings`,
            liftedBy: [word],
          })),
    },
    compose,
    'rm rmi kill prune': deletes,
    'cp export save import load commit push pull login logout': {
      hazard: 'copies data in or out',
      options: optionRows(`
        -o --output = write, writes a file
        -i --input = read
      `),
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
  otherVerbs: { hazard: 'may be an alias or a plugin, which can run any program' },
};

function checkSecrets({ name, operands }: Usage): readonly Discovery[] {
  return eachLike(
    operands,
    /(?:^|,)secrets?(?:$|[,/.])/i,
    (word) => say`${name} ${word} shows secrets`,
  );
}

const cluster: ProgramTable = {
  mayLose: true,
  programs: 'kubectl oc k9s helm k3s minikube kind',
  operands: 'none',
  options: optionRows(`
    -n --namespace --context --cluster --user -o --output -l --selector --field-selector -c = text
    --container --sort-by --field-manager --since-time --limit-bytes --request-timeout -L = text
    --label-columns --api-group --verbs --namespaced --max-log-requests --revision --max = text
    --filter --offset --time-format = text
    --kubeconfig --token -s --server --as --certificate-authority = text, reaches another cluster
    -A --all-namespaces -w --watch -v --tail --since = maybe
    --show-labels --no-headers --watch-only --ignore-not-found --previous -p --follow
    --all-containers --timestamps --prefix --recursive --client --containers --show-managed-fields
    --all --show-kind --show-events --short --date --deployed --failed --pending --superseded -q
    --reverse -a --list --help -h --warnings-as-errors
  `),
  verbs: {
    'get describe logs top explain version api-resources api-versions events status list ls history':
      {
        operands: 'none',
        check: checkSecrets,
        options: optionRows('-f'),
      },
    'apply create delete replace patch edit scale rollout drain cordon uncordon taint label annotate':
      {
        hazard: 'changes what runs in the cluster',
        options: optionRows('-f --filename -k --kustomize = read'),
      },
    'exec cp attach run debug port-forward proxy': {
      hazard: 'runs programs there or opens a way in',
    },
    'config plugin set expose autoscale auth certificate': { hazard: 'changes settings' },
    'install upgrade uninstall rollback push pull repo registry dependency': {
      hazard: 'changes what runs in the cluster',
    },
    'template lint show': {
      options: optionRows(`
        --post-renderer = text, runs a program
        -f --values = read
      `),
    },
  },
  otherVerbs: { hazard: 'may be an alias or a plugin, which can run any program' },
};

const terraform: ProgramTable = {
  mayLose: true,
  programs: 'terraform tofu terragrunt pulumi cdk ansible-playbook ansible packer',
  readsScript: true,
  singleDash: true,
  options: optionRows(`
    -chdir = read, takes its instructions from another folder
    -out -output = write, writes a file
    -var-file -i -inventory = read
    -e -var -target -replace -parallelism -lock-timeout -limit -tags -skip-tags -t -l -u = text
    -user -f -forks = text
    -m -a -args -module-name -module-path -M = text, runs a program
    -no-color -json -compact-warnings -detailed-exitcode -input -lock -refresh-only -destroy -raw
    -recursive -list -write -upgrade -reconfigure -backend -get -help -version -v -vv -vvv -C -check
    -D -diff -K -syntax-check -list-tasks -list-hosts -list-tags -refresh -lockfile
    -auto-approve = changes what runs there without asking
  `),
  verbs: {
    'apply destroy import taint untaint state up down deploy login logout push force-unlock console':
      { hazard: 'changes what runs in the cluster' },
    plugins: { hazard: 'installs or runs programs' },
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
  options: optionRows(`
    --endpoint-url --profile --configuration --ca-bundle = text, uses another endpoint or account
    --cli-input-json --cli-input-yaml = read
    --no-cli-pager --no-paginate --debug --version --help --human-readable --summarize --recursive
    --dryrun --quiet -q -h --all --json --show-details
    --region --output --query -o --project --format --filter --zone --location --limit = text
    --sort-by --max-items --page-size --filters --resource-group -g --subscription --name -n = text
    --color --app -a --bucket --prefix --stack-name --log-group-name --start-time --end-time = text
    --instance-ids --table-name --function-name --cluster --service --max-results = text
  `),
  check: ({ operands, name }) =>
    eachLike(
      operands,
      reaches,
      (word) => say`${name} ${word} reaches secrets, or changes what is there`,
    ),
};

export const containersAndCloud: readonly ProgramTable[] = [
  docker,
  { programs: 'docker-compose podman-compose', ...compose },
  cluster,
  terraform,
  clouds,
];
