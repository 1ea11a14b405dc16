/** Every configuration key of the specifications, in their spelling. */
const keysOfSection: Readonly<Record<string, string>> = {
  agent:
    'max_tool_iterations context_budget_tokens compress_provider hallucination_detection ' +
    'reasoning_model_detection max_tool_retries max_retry_duration_secs',
  'agent.tool_filter': 'enabled top_k min_description_words always_on',
  llm: 'providers',
  tools: 'enabled summarize_output max_tool_calls_per_session permissions',
  'tools.adversarial_policy': 'enabled fail_open policies exempt_tools',
  'tools.anomaly': 'enabled window_size failure_threshold auto_block',
  'tools.authorization': 'enabled rules',
  'tools.dependencies': 'enabled boost_per_dep max_total_boost rules',
  'tools.diagnostics': 'max_diagnostics',
  'tools.file': 'allowed_paths deny_read allow_read',
  'tools.filters': 'enabled filters_path security.enabled security.extra_patterns',
  'tools.overflow': 'threshold retention_days max_overflow_bytes',
  'tools.policy': 'rules',
  'tools.result_cache': 'enabled ttl_secs',
  'tools.retry': 'max_attempts base_ms max_ms budget_secs parameter_reformat_provider',
  'tools.scrape': 'timeout max_body_bytes',
  'tools.shell':
    'timeout allowed_paths blocked_commands confirm_patterns transactional transaction_scope ' +
    'auto_rollback auto_rollback_exit_codes snapshot_required max_snapshot_bytes',
  'tools.tafc': 'enabled complexity_threshold',
  'tools.utility': 'enabled threshold exempt_tools',
  budgets: 'maxRuntimeMs maxResultBytes',
  configurable: 'toolIds',
  SequentialDependencyPolicy: 'dependencies',
  ReadBeforeWritePolicy: 'read_tools write_tools',
  section: 'policies',
  prompt: 'policies',
};

export const specKeys: readonly string[] = [
  'allowedTools',
  'requireApprovalForEffects',
  'ZEPH_AGENT_MAX_TOOL_ITERATIONS',
  '--migrate-config',
  'filters.toml rules',
  'MCP allowlist',
  'feature context-compression',
  'feature policy-enforcer',
  'feature mcp',
  ...Object.entries(keysOfSection).flatMap(([section, keys]) =>
    keys.split(' ').map((key) => `${section}.${key}`),
  ),
];
