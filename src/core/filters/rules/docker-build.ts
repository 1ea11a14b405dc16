import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * Image builds of Docker, classic and BuildKit, and pulls. What instructions print stays, but for
 * the progress of package managers inside; so do warnings, the failing step and the image's name.
 */
export default {
  name: 'docker-build',
  match: {
    regex:
      '^(?:docker|podman|nerdctl)(?: -\\S+)* (?:build|buildx(?: -\\S+)* (?:build|bake)|(?:image )?(?:build|pull|push)|builder build)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^Step \\d+\\/\\d+ : ',
      '^ ---> (?:[\\da-f]{12}|Using cache|Running in [\\da-f]+)$',
      '^(?:Removing|Removed) intermediate container ',
      '^Sending build context to Docker daemon',
      '^[\\da-f]{12}: (?:Pulling|Waiting|Verifying|Download|Extracting|Pull complete|Already exists|Preparing|Pushing|Pushed|Layer already exists|Mounted)',
      '^#\\d+ (?:DONE |CACHED$|\\.\\.\\.$|\\[(?:internal|auth)\\] |\\[[^\\]]*\\d\\/\\d+\\] |transferring |sha256:|extracting sha256|resolve |resolving |exporting (?:layers|manifest|config|attestation|to )|unpacking to |preparing build cache|reading |building with |sending tarball|importing |inferred |load )',
      '^#\\d+ [\\d.]+ (?:Get:|Hit:|Ign:|Fetched |Reading |Building dependency|Selecting |\\(Reading |Preparing to unpack|Unpacking |Setting up |Processing triggers|Need to get |After this operation|debconf: |update-alternatives: |invoke-rc\\.d: )',
      '^#\\d+ [\\d.]+ (?:\\(\\d+\\/\\d+\\) |fetch https?:|v\\d+\\.\\d+\\S* \\[|Executing |npm notice|\\d+ packages? (?:is|are) looking for funding| {2}run `npm fund`)',
      '^#\\d+ [\\d.]+ +(?:Collecting |Downloading |Using cached |Installing (?:collected|build)|Getting requirements|Preparing metadata|Building wheel|Requirement already|Created wheel|Stored in|━|\\[notice\\])',
      '^#\\d+ [\\d.]+ +(?:Compiling|Downloaded|Fetching|Updating|Checking|Locking|Adding) ',
      '^#\\d+ [\\d.]+ *$',
      '^(?:Get:|Hit:|Ign:|Selecting previously|\\(Reading database|Preparing to unpack|Unpacking |Setting up |Processing triggers|Reading (?:package lists|state information)|Building dependency tree|debconf: delaying|Need to get |After this operation|Fetched \\d)',
      '^ {0,2}(?:Collecting|Downloading|Using cached) \\S',
      "^(?:Installing collected packages: |WARNING: Running pip as the 'root' user)",
    ],
  },
} satisfies FilterRuleInput;
