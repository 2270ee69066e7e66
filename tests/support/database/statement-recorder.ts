// Records every statement that a database's pools send, with the role and the workspace of its transaction.
import type pg from 'pg'
import type { Database } from '../../../src/platform/db/index.ts'

export interface RecordedStatement {
  text: string
  values: unknown[]
  /** Role of the transaction: `answerloom_app`, `answerloom_system`, or null for the login user. */
  role: string | null
  /** Workspace that row-level security allows in the transaction. */
  workspaceId: string | null
  /** Label of the current step, set by the test. */
  during: string
}

export interface StatementRecorder {
  /** Names what the following statements belong to; null for none of the product's, which are not recorded. */
  during(name: string | null): void
  statements: RecordedStatement[]
}

type Recorder = StatementRecorder & { name: string | null }

interface Session {
  role: string | null
  workspaceId: string | null
}

const ROLE = /SET LOCAL ROLE (\w+)/
const WORKSPACE = /set_config\('app\.workspace_id', '([0-9a-f-]{36})', true\)/
const ENDS = /^(?:COMMIT|ROLLBACK)\s*;?$/i

/** Begins to record. Connections that are open already are recorded from their next checkout on. */
export function recordStatements(db: Database): StatementRecorder {
  const recorder: Recorder = {
    name: null,
    statements: [],
    during(name) {
      this.name = name
    },
  }
  const wrapped = new WeakSet<pg.PoolClient>()
  const wrap = (client: pg.PoolClient) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const session: Session = { role: null, workspaceId: null }
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const recording = (...args: unknown[]): unknown => {
      note(recorder, session, args)
      return send(...args)
    }
    client.query = recording as typeof client.query
  }
  for (const pool of new Set([db.pool, db.backgroundPool])) pool.on('acquire', wrap)
  return recorder
}

function note(recorder: Recorder, session: Session, [first, second]: unknown[]): void {
  const config = typeof first === 'string' ? null : (first as { text?: string; values?: unknown[] } | null)
  const whole = config?.text ?? String(first)
  if (ENDS.test(whole.trim())) return void Object.assign(session, { role: null, workspaceId: null })
  const role = ROLE.exec(whole)?.[1]
  if (/^BEGIN\b/.test(whole)) {
    session.role = role ?? null
    session.workspaceId = WORKSPACE.exec(whole)?.[1] ?? null
    return
  }
  if (recorder.name === null) return
  // `systemLookup` sends its role and its statement in one message.
  const text = whole.replace(/^SET LOCAL ROLE \w+; /, '')
  recorder.statements.push({
    text,
    values: config?.values ?? (Array.isArray(second) ? second : []),
    role: role ?? session.role,
    workspaceId: session.workspaceId,
    during: recorder.name,
  })
}
