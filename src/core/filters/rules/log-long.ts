import type { FilterRuleInput } from '../../contracts/filter-rule';

/** The last lines of a very long log, a few of its first, and lines about a failure. */
export default {
  name: 'log-long',
  match: {
    regex:
      '^(?:(?:journalctl|dmesg|stern)(?: |$)|(?:docker|podman|docker-compose|podman-compose|kubectl|oc|pm2|heroku) (?:.*? )?logs(?: |$)|(?:cat|less|more|bat|zcat) .*?\\.log(?:\\.\\d+)?(?:\\.gz)?(?: |$))',
  },
  strategy: { type: 'truncate', max_lines: 400, head: 50, tail: 200 },
} satisfies FilterRuleInput;
