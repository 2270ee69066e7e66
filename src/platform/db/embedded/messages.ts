/** What the main thread and the database thread say to each other. Bytes are PostgreSQL wire protocol (version 3). */

/** Milliseconds of the one clock that all threads of the process share (`performance.now` counts from each one's start). */
export const threadClock = (): number => Number(process.hrtime.bigint()) / 1e6

export interface WorkerOptions {
  /** Folder of the cluster; null keeps the database in memory (tests). */
  folder: string | null
  /** A cluster as an uncompressed tar, loaded into memory instead of running initdb. */
  template?: Uint8Array
  /** Shared with the main thread: [number of the statement running or 0, its socket]. */
  beat: Int32Array
  timing: MaintenanceTiming
  engine: WebAssembly.Module
}

/** All in milliseconds. */
export interface MaintenanceTiming {
  /** How often the timers look. */
  tick: number
  /** An open transaction that holds others up and says nothing for this long is ended with 25P03. */
  idleInTransaction: number
  /** How often the log is written back to the tables, when there is any. */
  checkpoint: number
  /** How often dead rows and stale statistics are looked for. */
  vacuum: number
  /** How often, while there is work, tables whose statistics cannot wait are looked for. */
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
  /** Tables vacuumed and analysed. */
  vacuums: number
  /** Bytes of write-ahead log since the last checkpoint. */
  walBytes: number
}

export const noStats = (): EmbeddedStats => ({
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
   * `waited`: milliseconds for which the socket had nothing to do but wait for its turn, before this answer; told with its
   * first bytes, 0 after.
   */
  | { kind: 'data'; socket: number; bytes: Uint8Array; waited: number }
  | { kind: 'end'; socket: number }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'refused'; id: number; message: string }
  | { kind: 'fatal'; message: string }
