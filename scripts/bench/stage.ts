import type { DatabaseKind } from '../../tests/support/app/app-server.ts'
import type { Measured } from './measurement.ts'

/** Output of `workspace:create`, and the credentials of the owner. */
export type BenchWorkspace = {
  workspace_id: string
  subdomain: string
  api_key: string
  email: string
  password: string
}

/** Sizes named on the command line; each stage has its own defaults. */
export type StageOptions = { faqs?: number; workspaces?: number; requests?: number }

/** The server under load. */
export type BenchApp = {
  url: string
  database: DatabaseKind
  pid: number
  /** Free ports of this machine on which it may read websites. */
  sitePorts: readonly number[]
  /** Folder of a real website's pages, when one was named. */
  siteFolder?: string | undefined
  options?: StageOptions | undefined
  createWorkspace: (name: string) => Promise<BenchWorkspace>
}

/** A line of the table; `ratio` is to the stage's own yardstick. */
export type Row = Measured & { what: string; ratio: number }

/** A figure that is neither a rate nor a time. */
export type Figure = { what: string; figure: number }

/** Takes a line of the table, to be shown at once: what was measured before a failure is not lost. */
export type Report = (line: Row | Figure) => void

/** A benchmark. It ends by itself; the runner stops it after its limit in any case. */
export type Stage = {
  name: string
  says: string
  /** Databases to run on; both by default. */
  databases?: readonly DatabaseKind[]
  /** It takes many minutes, so it runs only when it is named. */
  onlyWhenNamed?: true
  run: (app: BenchApp, report: Report) => Promise<void>
}
