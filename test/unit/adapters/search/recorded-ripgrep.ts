/** Recorded from ripgrep 15.0.0; `{root}` is the workspace. */
export const recorded = {
  begin: '{"type":"begin","data":{"path":{"text":"{root}/a.txt"}}}',
  match:
    '{"type":"match","data":{"path":{"text":"{root}/a.txt"},"lines":{"text":"hello\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hello"},"start":0,"end":5}]}}',
  /** A line that is not valid UTF-8. */
  bytes:
    '{"type":"match","data":{"path":{"text":"{root}/a.txt"},"lines":{"bytes":"d29ybGT/IGhlbGxvDQo="},"line_number":2,"absolute_offset":6,"submatches":[{"match":{"text":"hello"},"start":7,"end":12}]}}',
  context:
    '{"type":"context","data":{"path":{"text":"{root}/a.txt"},"lines":{"text":"beside\\n"},"line_number":3,"absolute_offset":20,"submatches":[]}}',
  end: '{"type":"end","data":{"path":{"text":"{root}/a.txt"},"binary_offset":null,"stats":{"elapsed":{"secs":0,"nanos":197703,"human":"0.000198s"},"searches":1,"searches_with_match":1,"bytes_searched":20,"bytes_printed":438,"matched_lines":2,"matches":2}}}',
  summary:
    '{"data":{"elapsed_total":{"human":"0.002012s","nanos":2012351,"secs":0},"stats":{"bytes_printed":438,"bytes_searched":20,"elapsed":{"human":"0.000201s","nanos":200928,"secs":0},"matched_lines":2,"matches":2,"searches":2,"searches_with_match":1}},"type":"summary"}',
} as const;
