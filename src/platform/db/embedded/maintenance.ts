import type { EmbeddedStats, MaintenanceTiming } from './messages.ts'
import type { Session } from './session.ts'

/** A checkpoint is due at the latest here, so that the log stays bounded however busy the database is. */
const WAL_LIMIT = 64 * 1024 * 1024

/** The thresholds of PostgreSQL's own autovacuum; tables of the system are checked too, the queue churns them. */
const DUE_TABLES = `SELECT format('%I.%I', s.schemaname, s.relname) FROM pg_stat_all_tables s
  JOIN pg_class c ON c.oid = s.relid
  WHERE c.relkind IN ('r', 'm') AND s.schemaname <> 'pg_toast'
    AND (s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      OR s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0) OR age(c.relfrozenxid) > 150000000)
  ORDER BY s.n_dead_tup + s.n_mod_since_analyze DESC`

/**
 * The one whose statistics are the most out of date. PostgreSQL's own autovacuum begins at 50 changes; small tables can
 * wait for an idle moment here.
 */
const STALE_TABLE = `SELECT format('%I.%I', s.schemaname, s.relname) FROM pg_stat_user_tables s
  JOIN pg_class c ON c.oid = s.relid
  WHERE c.relkind IN ('r', 'm') AND s.n_mod_since_analyze > 1000 + 0.1 * greatest(c.reltuples, 0)
  ORDER BY s.n_mod_since_analyze DESC LIMIT 1`

/** Work of a server's background processes that a single-user backend lacks: checkpoints and vacuum. */
export class Maintenance {
  #session: Session
  #stats: EmbeddedStats
  #timing: MaintenanceTiming
  #due: string[] = []
  #looked = Date.now()
  #counted = Date.now()
  #checkpointed = Date.now()
  #timer: NodeJS.Timeout

  constructor(session: Session, engineStats: EmbeddedStats, maintenanceTiming: MaintenanceTiming) {
    this.#session = session
    this.#stats = engineStats
    this.#timing = maintenanceTiming
    this.#timer = setInterval(() => this.#tick(), maintenanceTiming.tick)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Called after each response: runs overdue work as soon as no transaction is open. */
  keepUp(): void {
    if (!this.#session.between) return
    if (this.#stats.walBytes > WAL_LIMIT) this.#checkpoint()
    else if (Date.now() - this.#counted >= this.#timing.statistics) this.#count()
  }

  /**
   * During an import the database is never idle, and plans made for empty tables would read everything for each batch.
   * ANALYZE takes a sample, for some hundred milliseconds at most.
   */
  #count(): void {
    const [stale] = this.#session.run(STALE_TABLE)
    if (stale?.[0]) this.#session.run(`ANALYZE ${stale[0]}`)
    this.#counted = Date.now()
  }

  #tick(): void {
    this.#session.endStalledTransaction(this.#timing.idleInTransaction)
    if (!this.#session.idle) return
    const timestamp = Date.now()
    if (this.#stats.walBytes > 0 && timestamp - this.#checkpointed >= this.#timing.checkpoint) this.#checkpoint()
    else this.#vacuum(timestamp)
  }

  /** One table at a time, so that a visitor waits for one at most. */
  #vacuum(timestamp: number): void {
    if (this.#due.length === 0) {
      if (timestamp - this.#looked < this.#timing.vacuum) return
      this.#looked = timestamp
      this.#due = this.#session.run(DUE_TABLES).map(([table]) => table ?? '')
    }
    const dueTable = this.#due.shift()
    if (!dueTable) return
    this.#session.run(`VACUUM (ANALYZE) ${dueTable}`)
    this.#stats.vacuums++
  }

  #checkpoint(): void {
    this.#session.run('CHECKPOINT')
    this.#checkpointed = Date.now()
    this.#stats.checkpoints++
    this.#stats.walBytes = 0
  }
}
