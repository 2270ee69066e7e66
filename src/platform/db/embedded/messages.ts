/** Messages between the main thread and the database thread. Bytes are PostgreSQL wire protocol (version 3). */

/** Milliseconds of the one clock that all threads of the process share (`performance.now` counts from each one's start). */
export const threadClock = (): number => Number(process.hrtime.bigint()) / 1e6

export interface WorkerOptions {
  /** Folder of the cluster; null keeps the database in memory (tests). */
  folder: string | null
  /** A cluster as an uncompressed tar, loaded into memory instead of running initdb. */
  template?: Uint8Array
  /** Shared with the main thread: [number of the statement running or 0, its socket]. */
  heartbeat: Int32Array
  timing: MaintenanceTiming
  engine: WebAssembly.Module
}

/** All in milliseconds. */
export interface MaintenanceTiming {
  /** Interval of the timers in milliseconds. */
  tick: number
  /** An open transaction that holds others up and says nothing for this long is ended with 25P03. */
  idleInTransaction: number
  /** Interval of checkpoints when there is something to write. */
  checkpoint: number
  /** Interval of the check for dead rows and stale statistics. */
  vacuum: number
  /** Interval, during work, of the check for tables whose statistics are urgent. */
  statistics: number
}

export const DEFAULT_TIMING: MaintenanceTiming = {
  tick: 250,
  idleInTransaction: 10_000,
  checkpoint: 60_000,
  vacuum: 60_000,
  statistics: 1_000,
}

export interface EmbeddedStats {
  /** Completed fsync calls on files and on folders. */
  fileSyncs: number
  folderSyncs: number
  messages: number
  checkpoints: number
  /** Tables vacuumed and analyzed. */
  vacuums: number
  /** Bytes of write-ahead log since the last checkpoint. */
  walBytes: number
}

export const emptyStats = (): EmbeddedStats => ({
  fileSyncs: 0,
  folderSyncs: 0,
  messages: 0,
  checkpoints: 0,
  vacuums: 0,
  walBytes: 0,
})

export type CallName = 'stats' | 'dump' | 'close'

export type ToWorker =
  /** `since`: when it was sent, by `threadClock`. */
  | { kind: 'data'; socket: number; bytes: Uint8Array; background: boolean; since: number }
  | { kind: 'bye'; socket: number }
  | { kind: 'call'; id: number; name: CallName }

export type FromWorker =
  | { kind: 'ready'; parameters: Record<string, string> }
  /**
   * `waited`: milliseconds that the socket waited for its turn before this response; set with the first bytes, 0
   * afterwards.
   */
  | { kind: 'data'; socket: number; bytes: Uint8Array; waited: number }
  | { kind: 'end'; socket: number }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'refused'; id: number; message: string }
  | { kind: 'fatal'; message: string }
