/** How often one page of one workspace is worth a write. */
const AGAIN_MS = 60_000
const FLUSH_MS = 1_000
/** Bounds against strangers who make addresses up: pages remembered, and new ones of a workspace in one flush. */
const REMEMBERED_MAX = 10_000
const WAITING_MAX = 20

export interface SightingsDeps {
  /** Stores what was seen; a failure is told to `failed` and costs nothing but this note. */
  record(workspaceId: string, pages: ReadonlyMap<string, Date>): Promise<void>
  failed(error: unknown): void
}

/**
 * Where the widget was seen, collected beside the requests that tell it: a visitor's request only puts the page into a
 * map, at most once a minute for each page, and what has been collected is stored a moment later.
 */
export class WidgetSightings {
  readonly #deps: SightingsDeps
  readonly #noted = new Map<string, number>()
  #waiting = new Map<string, Map<string, Date>>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(deps: SightingsDeps) {
    this.#deps = deps
  }

  /** @param pageUrl the page's address, already without query and fragment */
  note(workspaceId: string, pageUrl: string, now = Date.now()): void {
    const key = `${workspaceId} ${pageUrl}`
    if (now - (this.#noted.get(key) ?? -AGAIN_MS) < AGAIN_MS) return
    const pages = this.#waiting.get(workspaceId) ?? new Map<string, Date>()
    if (pages.size >= WAITING_MAX) return
    this.#noted.delete(key)
    this.#noted.set(key, now)
    if (this.#noted.size > REMEMBERED_MAX) this.#noted.delete(this.#noted.keys().next().value ?? '')
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
