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
  async get(cacheKey: string, compute: () => Promise<T>, isCacheable: (answer: T) => boolean): Promise<T> {
    const knownAnswer = this.#entries.get(cacheKey)
    if (knownAnswer) return knownAnswer
    const inFlight = compute()
    this.#entries.set(cacheKey, inFlight)
    const dropEntry = () => {
      if (this.#entries.get(cacheKey) === inFlight) this.#entries.delete(cacheKey)
    }
    try {
      const answer = await inFlight
      if (!isCacheable(answer)) dropEntry()
      return answer
    } catch (error) {
      dropEntry()
      throw error
    }
  }
}
