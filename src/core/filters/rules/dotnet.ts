import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Restores, outputs of projects that built, banners and passing tests. */
export default {
  name: 'dotnet',
  match: { regex: '^dotnet (?:restore|build|test|publish|run|pack|clean|format|tool)(?: |$)' },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^\\s*Determining projects to restore\\.\\.\\.$',
      '^\\s*Restored \\S.* \\(in [\\d.]+ \\w+\\)\\.$',
      '^\\s*(?:\\d+ of \\d+ projects are|All projects are) up-to-date for restore\\.$',
      '^\\s+\\S+ -> \\S',
      '^(?:MSBuild version|Microsoft \\(R\\)|VSTest version) ',
      '^Copyright \\(C\\) Microsoft Corporation',
      '^Starting test execution, please wait\\.\\.\\.$',
      '^A total of \\d+ test files? matched the specified pattern\\.$',
      '^Test run for \\S.* \\(\\.NET',
      '^\\s+Passed \\S.* \\[(?:< )?[\\d.,]+ ?\\w+\\]$',
      '^Time Elapsed \\d\\d:\\d\\d:\\d\\d',
      '^Welcome to \\.NET \\d',
      '^SDK Version: ',
      '^-{10,}$',
      '^(?:Installed an ASP\\.NET Core HTTPS development certificate|To trust the certificate|Learn about HTTPS|Write your first app|Find out what|Explore documentation|Report issues and find source|Use .dotnet --help)',
      '^(?:The \\.NET tools collect usage data|You can opt-out of telemetry|Read more about \\.NET CLI Tools telemetry)',
    ],
  },
} satisfies FilterRuleInput;
