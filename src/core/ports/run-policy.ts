/** Data that admits calls by id and bounds them (001 inv. 19 POLICY_IS_DATA); read at each call. */
export interface RunPolicy {
  /** Canonical ids that may run at all. Empty denies everything (001 inv. 20). */
  allowedTools(): readonly string[];
  /** Calls one session may make; 0 is unlimited. */
  maxCallsPerSession(): number;
  /** Milliseconds a tool may take. */
  timeoutMs(): number;
  /** Characters of model text above which it goes to the overflow store. */
  overflowThreshold(): number;
}
