import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Log lines that repeat the previous line. */
export default {
  name: 'log-dedup',
  match: {
    regex:
      '^(?:(?:journalctl|dmesg|stern)(?: |$)|tail (?:.* )?(?:-[a-zA-Z0-9]*[fF]\\d*|--follow\\S*)(?: |$)|(?:docker|podman|docker-compose|podman-compose|kubectl|oc|pm2|heroku) (?:.*? )?logs(?: |$)|(?:cat|head|tail|less|more|bat|zcat) .*?\\.log(?:\\.\\d+)?(?:\\.gz)?(?: |$))',
  },
  strategy: {
    type: 'dedup',
    normalize_patterns: [
      { pattern: '\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?\\b', replacement: '<address>' },
      { pattern: '\\[\\d+\\]:', replacement: '[<pid>]:' },
      { pattern: '\\b(?:port|pid|PID)[ =:]\\d+', replacement: '<number>' },
      { pattern: '\\b0x[\\da-f]{6,16}\\b', replacement: '<pointer>' },
      { pattern: '^\\[ *\\d+\\.\\d+\\]', replacement: '<time>' },
    ],
  },
} satisfies FilterRuleInput;
