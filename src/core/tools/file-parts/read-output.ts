/** What `read` answers; without `total_lines` where the whole was not read. */
export interface ReadOutput {
  content: string;
  path: string;
  real_path: string;
  total_lines?: number;
  first_line: number;
  notes: string[];
  truncated: boolean;
}
