import { LRUCache } from 'lru-cache'

/**
 * Answers to identical questions on unchanged content. The key holds the workspace's content version, which every request
 * reads from the database, so an entry is never stale, whichever node changed the content; it only falls out of use.
 */
export class AnswerCache<T> {
  readonly #entries: LRUCache<string, Promise<T>>

  constructor(max: number) {
    this.#entries = new LRUCache({ max })
  }

  /**
   * Returns the cached answer, or that of a computation, which identical questions share. It is cached when `isCacheable`;
   * a failure never is.
   */
  async get(key: string, compute: () => Promise<T>, isCacheable: (answer: T) => boolean): Promise<T> {
    const known = this.#entries.get(key)
    if (known) return known
    const inFlight = compute()
    this.#entries.set(key, inFlight)
    const drop = () => {
      if (this.#entries.get(key) === inFlight) this.#entries.delete(key)
    }
    try {
      const answer = await inFlight
      if (!isCacheable(answer)) drop()
      return answer
    } catch (error) {
      drop()
      throw error
    }
  }
}
