// @ts-check
const tool = 'terraform';
const version = 'terraform version';
const env = { TF_IN_AUTOMATION: '', CHECKPOINT_DISABLE: '1', TF_CLI_CONFIG_FILE: '' };
/** Ids differ between runs. */
const hide = /** @type {const} */ ([
  [/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, '3f8a1c52-7d4e-4b1a-9c3f-5e6d7a8b9c0d'],
]);

/** @param {number} count */
function nodes(count) {
  return `resource "terraform_data" "node" {
  count = ${String(count)}
  input = { name = "node-\${count.index}", zone = "west" }
}
output "names" {
  value = [for node in terraform_data.node : node.output.name]
}
`;
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const rows = [
  {
    case: 'init',
    command: 'terraform init',
    files: { 'main.tf': nodes(2) },
    keep: ['Terraform has been successfully initialized!'],
  },
  {
    case: 'success',
    command: 'terraform apply -auto-approve -no-color',
    files: { 'main.tf': nodes(12) },
    prepare: 'terraform init > init.txt',
    keep: ['Plan: 12 to add', 'terraform_data.node[11] will be created', 'Creation complete after'],
  },
  {
    case: 'plan-changed',
    command: 'terraform plan',
    files: { 'main.tf': nodes(30) },
    prepare:
      'terraform init > init.txt && terraform apply -auto-approve > apply.txt && sed -i s/west/east/ main.tf && sed -i "s/= 30/= 3/" main.tf',
    keep: [
      'will be updated in-place',
      '"west" -> "east"',
      'Plan: 0 to add, 3 to change, 27 to destroy',
    ],
  },
  {
    case: 'huge',
    command: 'terraform apply -auto-approve',
    files: { 'main.tf': nodes(400) },
    prepare:
      'terraform init > init.txt && terraform apply -auto-approve > apply.txt && sed -i "s/= 400/= 401/" main.tf',
    keep: ['terraform_data.node[400] will be created', 'Apply complete! Resources: 1 added'],
  },
  {
    case: 'failure',
    command: 'terraform plan -no-color',
    files: {
      'main.tf': `${nodes(2)}resource "terraform_data" "broken" {\n  input = terraform_data.missing.output\n}\n`,
    },
    prepare: 'terraform init > init.txt',
    keep: ['Reference to undeclared resource', 'main.tf line 9'],
  },
  {
    case: 'failed-apply',
    command: 'terraform apply -auto-approve -no-color',
    files: {
      'main.tf': `${nodes(3)}resource "terraform_data" "broken" {\n  provisioner "local-exec" {\n    command = "echo no room left; exit 3"\n  }\n}\n`,
    },
    prepare: 'terraform init > init.txt',
    keep: ['local-exec provisioner error', 'no room left', 'exit status 3'],
  },
  {
    case: 'destroy',
    command: 'terraform destroy -auto-approve',
    files: { 'main.tf': nodes(8) },
    prepare: 'terraform init > init.txt && terraform apply -auto-approve > apply.txt',
    keep: ['Destroy complete! Resources: 8 destroyed.', 'will be destroyed'],
  },
  {
    case: 'tiny',
    command: 'terraform validate',
    files: { 'main.tf': nodes(1) },
    prepare: 'terraform init > init.txt',
    keep: ['The configuration is valid.'],
  },
];

export const recordings = rows.map((row) => ({ tool, version, env, hide, ...row }));
