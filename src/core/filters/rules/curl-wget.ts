import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Progress meters and the bytes of a handshake; status, headers and body stay. */
export default {
  name: 'curl-wget',
  match: { regex: '^(?:curl|wget|wget2)(?: |$)' },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^  % Total    % Received % Xferd  Average Speed ',
      '^ +Dload  Upload   Total   Spent    Left  Speed$',
      '^ *\\d{1,3} +[\\d.]+[kMGTP]? +\\d{1,3} +[\\d.]+[kMGTP]? +\\d{1,3} +[\\d.]+[kMGTP]? +[\\d.]+[kMGTP]? +[\\d.]+[kMGTP]?(?: +[-\\d:dh]+){3,6} +[\\d.]+[kMGTP]?$',
      '^ *\\d+[KMG]?(?: [. ,]{10}){1,6}(?: *\\d{1,3}%)? +[\\d.]+[KMG]?(?:[ =][\\d.]+[smhd\\d]*)?$',
      '^\\S+ +(?:\\d{1,3}%)?\\[[<=>+ ]*\\] +[\\d.,]+[KMG]? ',
      '^(?:Resolving|Connecting to) \\S+ .*\\.\\.\\. connected\\.$',
      '^[{}] \\[\\d+ bytes data\\]$',
      '^\\* +TLSv[\\d.]+ \\((?:IN|OUT)\\), TLS (?:handshake|change cipher|header|app data|alert, close)',
    ],
  },
} satisfies FilterRuleInput;
