import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Progress of Terraform and its general advice go; the plan and the results stay. */
export default {
  name: 'terraform',
  match: {
    regex:
      '^(?:terraform|tofu|terragrunt) (?:.*? )?(?:plan|apply|destroy|init|validate|refresh|import|get)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^\\S.*: (?:Refreshing state\\.\\.\\.|Reading\\.\\.\\.|Read complete after |Preparing import\\.\\.\\.)',
      '^\\S.*: (?:Creating|Modifying|Destroying|Still (?:creating|modifying|destroying|reading))\\.\\.\\.',
      '^(?:Acquiring|Releasing) state lock\\. This may take a few moments\\.\\.\\.$',
      '^Initializing (?:the backend|provider plugins|modules|Terraform Cloud|HCP Terraform)\\.\\.\\.$',
      '^- (?:Finding|Reusing previous version of|Using previously-installed|Installing|terraform\\.io/builtin/\\S+ is built in) ?.*$',
      '^Partner and community providers are signed by their developers\\.$',
      "^If you'd like to know more about provider signing, you can read about it here:$",
      '^https://(?:www\\.terraform\\.io|developer\\.hashicorp\\.com|opentofu\\.org)/\\S*signing\\S*$',
      '^(?:Terraform|OpenTofu) has created a lock file \\.terraform\\.lock\\.hcl to record the provider$',
      '^selections it made above\\. Include this file in your version control repository$',
      '^so that (?:Terraform|OpenTofu) can guarantee to make the same selections by default when$',
      '^you run "(?:terraform|tofu) init" in the future\\.$',
      '^You may now begin working with (?:Terraform|OpenTofu)\\. Try running "(?:terraform|tofu) plan" to see$',
      '^any changes that are required for your infrastructure\\. All (?:Terraform|OpenTofu) commands$',
      '^should now work\\.$',
      '^If you ever set or change modules or backend configuration for (?:Terraform|OpenTofu),$',
      '^rerun this command to reinitialize your working directory\\. If you forget, other$',
      '^commands will detect it and remind you to do so if necessary\\.$',
      '^(?:Terraform|OpenTofu) used the selected providers to generate the following execution$',
      '^plan\\. Resource actions are indicated with the following symbols:$',
      '^  (?:\\+ create|~ update in-place|- destroy|-/\\+ destroy and then create replacement|\\+/- create replacement and then destroy|<= read \\(data resources\\))$',
      '^(?:Terraform|OpenTofu) will perform the following actions:$',
      '^─{20,}$',
      "^Note: You didn't use the -out option to save this plan, so (?:Terraform|OpenTofu) can't$",
      '^guarantee to take exactly these actions if you run "(?:terraform|tofu) apply" now\\.$',
    ],
  },
} satisfies FilterRuleInput;
