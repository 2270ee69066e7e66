import { LRUCache } from 'lru-cache'

/** Minimum interval between writes for one page of one workspace. */
const REPEAT_INTERVAL_MS = 60_000
const FLUSH_DELAY_MS = 1_000
/** Bounds against strangers who make addresses up: pages remembered, and new ones of a workspace in one flush. */
const REMEMBERED_PAGES_MAX = 10_000
const WAITING_PAGES_MAX = 20

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
  readonly #noted = new LRUCache<string, number>({ max: REMEMBERED_PAGES_MAX })
  #waiting = new Map<string, Map<string, Date>>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(dependencies: InstallationsDependencies) {
    this.#deps = dependencies
  }

  /** @param pageUrl the page's address, already without query and fragment */
  note(workspaceId: string, pageUrl: string, currentTimeMs = Date.now()): void {
    const installationKey = `${workspaceId} ${pageUrl}`
    if (currentTimeMs - (this.#noted.get(installationKey) ?? -REPEAT_INTERVAL_MS) < REPEAT_INTERVAL_MS) return
    const waitingPages = this.#waiting.get(workspaceId) ?? new Map<string, Date>()
    if (waitingPages.size >= WAITING_PAGES_MAX) return
    this.#noted.set(installationKey, currentTimeMs)
    this.#waiting.set(workspaceId, waitingPages.set(pageUrl, new Date(currentTimeMs)))
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref()
  }

  /** Stores what is waiting; resolves when it and what was being stored before are done. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const collectedPages = this.#waiting
    this.#waiting = new Map()
    this.#flushing = this.#flushing.then(async () => {
      for (const [workspaceId, pages] of collectedPages)
        await this.#deps.record(workspaceId, pages).catch((recordError: unknown) => this.#deps.failed(recordError))
    })
    return this.#flushing
  }
}
