import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * Docker Compose, both generations: the steps on the way to a state go, the state stays (started,
 * healthy, removed, failed), and so does what services print.
 */
export default {
  name: 'docker-compose',
  match: { regex: '^(?:docker(?: -\\S+)* compose|docker-compose|podman-compose)(?: |$)' },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^ ?[✔⠿⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ ]{0,2}(?:Network|Volume|Container|Image|Service) \\S+ +(?:Creat(?:ing|ed)|Starting|Stopp(?:ing|ed)|Removing|Waiting|Restarting|Recreat(?:e|ed|ing)|Killing|Pulling|Building|Running)(?: +[\\d.]+s)? *$',
      '^(?:Creating|Starting|Stopping|Removing|Recreating|Restarting) \\S+ *\\.\\.\\. *$',
      '^Creating (?:network|volume) "',
      '^Pulling \\S+ \\([^)]*\\)\\.\\.\\.$',
      '^ ?[✔⠿⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]? *(?:[\\da-f]{12}) ?:? (?:Pulling|Waiting|Verifying|Download|Extracting|Pull complete|Already exists|Preparing|Pushing|Pushed|Layer)',
      '^ [⠿⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]? ?[\\w.-]+ (?:Pulling|\\d+ layers? \\[.*)(?: +[\\d.]+s)? *$',
      '^\\[\\+\\] (?:Running|Building|Pulling|up|down|create|pull|build) ?[\\d.]+s?(?:\\/\\d+)?',
      '^#\\d+ (?:DONE |CACHED$|\\.\\.\\.$|\\[[^\\]]*(?:internal|\\d\\/\\d+)\\] |transferring |sha256:|extracting sha256|resolve |exporting (?:layers|manifest|config|attestation|to )|unpacking to |load )',
      '^#\\d+ [\\d.]+ +(?:Get:|Hit:|Fetched |Reading |Building dependency|Selecting |\\(Reading |Preparing to unpack|Unpacking |Setting up |Processing triggers|Need to get |After this operation|Collecting |Downloading |Using cached |Installing collected)',
    ],
  },
} satisfies FilterRuleInput;
