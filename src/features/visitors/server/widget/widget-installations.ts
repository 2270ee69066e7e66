import { LRUCache } from 'lru-cache'

/** Minimum interval between writes for one page of one workspace. */
const AGAIN_MS = 60_000
const FLUSH_MS = 1_000
/** Bounds against strangers who make addresses up: pages remembered, and new ones of a workspace in one flush. */
const REMEMBERED_MAX = 10_000
const WAITING_MAX = 20

export interface InstallationsDependencies {
  /** Stores the collected pages; a failure is reported to `failed` and loses only these. */
  record(workspaceId: string, pages: ReadonlyMap<string, Date>): Promise<void>
  failed(error: unknown): void
}

/**
 * Collects the pages that embed the widget. A visitor's request only adds the page to a map, at most once a minute per
 * page; the collected pages are stored shortly afterwards.
 */
export class WidgetInstallations {
  readonly #deps: InstallationsDependencies
  readonly #noted = new LRUCache<string, number>({ max: REMEMBERED_MAX })
  #waiting = new Map<string, Map<string, Date>>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(deps: InstallationsDependencies) {
    this.#deps = deps
  }

  /** @param pageUrl the page's address, already without query and fragment */
  note(workspaceId: string, pageUrl: string, now = Date.now()): void {
    const key = `${workspaceId} ${pageUrl}`
    if (now - (this.#noted.get(key) ?? -AGAIN_MS) < AGAIN_MS) return
    const pages = this.#waiting.get(workspaceId) ?? new Map<string, Date>()
    if (pages.size >= WAITING_MAX) return
    this.#noted.set(key, now)
    this.#waiting.set(workspaceId, pages.set(pageUrl, new Date(now)))
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Stores what is waiting; resolves when it and what was being stored before are done. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#waiting
    this.#waiting = new Map()
    this.#flushing = this.#flushing.then(async () => {
      for (const [workspaceId, pages] of waiting)
        await this.#deps.record(workspaceId, pages).catch((error: unknown) => this.#deps.failed(error))
    })
    return this.#flushing
  }
}
