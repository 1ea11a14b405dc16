import {
  danger,
  flag,
  maybe,
  type Options,
  type ProgramTable,
  reads,
  text,
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
  '--env-file --label-file --cidfile': reads,
  '-e --env': danger('passes on a variable', 'text'),
  '--entrypoint': danger('runs another program', 'text'),
  '-p --publish -w --workdir -u --user --name -h --hostname --platform -m --memory --cpus': text,
  '--restart --label -l --log-driver --pull --add-host --dns --expose --link --gpus': text,
  '-i -t -d --rm --init --interactive --tty --detach -P --publish-all --read-only -q': flag,
};

const client: Options = {
  '-H --host -c --context --config --tlscacert --tlscert --tlskey -l --log-level': danger(
    'reaches another machine',
    'text',
  ),
  '-D --debug --tls --tlsverify -v --version': flag,
};

const runsInside: VerbTable = { endsAtOperand: true, operands: 'none', options: runOptions };
const nothing: VerbTable = {
  operands: 'none',
  options: { '-f --format --filter -n --tail --since --until --last': text },
};
const deletes: VerbTable = { operands: 'none', hazard: 'deletes it' };

const compose: VerbTable = {
  operands: 'none',
  options: {
    '-f --file --env-file --project-directory': reads,
    '-p --project-name --profile --ansi --progress --parallel': text,
  },
  verbs: {
    'run exec': runsInside,
    'rm kill': { hazard: 'ends or deletes containers' },
    down: { options: { '-v --volumes --rmi': danger('deletes volumes or images', 'glued') } },
    'cp push publish': { hazard: 'copies data in or out' },
  },
  otherVerbs: { operands: 'none' },
};

const docker: ProgramTable = {
  programs: 'docker podman nerdctl',
  options: client,
  verbs: {
    'run create exec': runsInside,
    'ps images logs version info events stats top port diff history inspect search help': nothing,
    'start stop restart pause unpause wait rename tag attach': nothing,
    'build buildx builder': {
      options: {
        '-f --file': reads,
        '--build-context': maybe,
        '-o --output --iidfile --metadata-file': writesFile,
        '--secret --ssh --allow --push': danger('passes on secrets or permissions', 'text'),
        '-t --tag --build-arg --target --platform --progress --label --cache-from --cache-to': text,
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
    'update scout buildkit': nothing,
    'swarm service stack secret config plugin context node manifest trust': {
      hazard: 'changes services or settings',
    },
  },
  otherVerbs: { hazard: 'may be a plugin, which is any program' },
};

const cluster: ProgramTable = {
  programs: 'kubectl oc k9s helm k3s minikube kind',
  operands: 'none',
  options: {
    '-n --namespace --context --cluster --user -o --output -l --selector --field-selector': text,
    '--kubeconfig --token -s --server --as --certificate-authority': danger(
      'reaches another cluster',
      'text',
    ),
    '-A --all-namespaces -w --watch -v --tail --since': maybe,
  },
  verbs: {
    'get describe logs top explain version api-resources api-versions events status list ls history':
      {
        operands: 'none',
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
  programs: 'terraform tofu terragrunt pulumi cdk ansible-playbook ansible packer',
  singleDash: true,
  options: {
    '-chdir': reads,
    '-out -output': writesFile,
    '-var-file -i -inventory': reads,
    '-e -var': text,
    '-m -a -args -module-name -module-path -M': danger('runs a module there', 'text'),
  },
  verbs: {
    'apply destroy import taint untaint state up down deploy login logout push force-unlock console':
      { hazard: 'changes what runs in the cluster' },
    'plan validate show output fmt version providers graph preview diff synth init get workspace':
      {},
  },
  otherVerbs: {},
};

/** Words of cloud clients that show secrets, carry data or change what runs there. */
const reaches =
  /token|secret|credential|password|ssm|ssh|exec|^(?:cp|sync|mv|rm|rb|put|deploy|delete|create|run|invoke|update|start|submit|presign)/i;

const clouds: ProgramTable = {
  programs: 'aws gcloud gsutil bq az heroku vercel netlify wrangler',
  operands: 'maybe',
  options: {
    '--endpoint-url --profile --configuration --ca-bundle': danger(
      'uses another endpoint or account',
      'text',
    ),
    '--cli-input-json --cli-input-yaml': reads,
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
