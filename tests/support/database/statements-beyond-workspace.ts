// Statements that reach beyond one workspace and are sent by tests. Those of visitors and members are in the scaling guide.

/** Statements that tests send inside a workspace's transaction to show that row-level security hides other rows. */
export const STATEMENTS_OF_TESTS: readonly { statement: RegExp; reason: string }[] = [
  { statement: /^select distinct \w+ as (?:w|id) from \w+$/, reason: 'every table shows only its own workspace' },
  { statement: /^select \* from (?:messages|workspace_messages)$/, reason: 'the view is as closed as its table' },
  { statement: /^(?:delete from audit_log|update audit_log set action = 'x')$/, reason: 'the log refuses changes' },
  { statement: /^select [^()]* from "model_usage"$/, reason: 'reads what a model was used for' },
  { statement: /^delete from \w+ where workspace_id = '[0-9a-f-]{36}'$/, reason: 'names another workspace in vain' },
  { statement: /^update search_changes set changed_at = /, reason: 'makes changes look older' },
  { statement: /\bscratch_\w+/, reason: 'tables that a test makes' },
]
