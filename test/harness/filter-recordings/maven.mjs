// @ts-check
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>orders</artifactId>
  <version>1.0</version>
</project>
`;
const hide = /** @type {const} */ ([
  [/repo\.maven\.apache\.org/g, 'repo.example'],
  [/Total time: .*/g, 'Total time:  0.150 s'],
  [/Finished at: .*/g, 'Finished at: 2026-03-01T08:00:00Z'],
]);

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const rows = [
  {
    case: 'offline',
    command: 'mvn -o -Dmaven.repo.local=repository package',
    files: { 'pom.xml': pom },
    keep: ['Cannot access', 'BUILD FAILURE'],
  },
  {
    case: 'broken-pom',
    command: 'mvn -o package',
    files: { 'pom.xml': pom.replace('</version>', '') },
    keep: ['Non-parseable POM', 'The build could not read 1 project'],
  },
];

export const recordings = rows.map((row) => ({ tool: 'mvn', hide, ...row }));
