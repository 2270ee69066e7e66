// Statements that reach beyond one workspace. Those of visitors and members are in the guide, in one table with their
// reasons; the few below are sent by tests.
import { readFileSync } from 'node:fs'
import { inRoot } from '../../../scripts/repository.ts'

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

/** The first cells, in code, of the guide's table of statements that span workspaces: `table (columns compared)`. */
export function statementsInGuide(): string[] {
  const guide = readFileSync(inRoot('docs', 'guides', 'scaling.md'), 'utf8')
  const [, section = ''] = guide.split(/^### Statements that span workspaces$/m)
  const [own = ''] = section.split(/^#/m)
  return [...own.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name).sort()
}
