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
   * The cached answer, or that of the computation under way, or a new computation's. What it makes is kept only when
   * `keep` says so; a failure is never kept.
   */
  async get(
    key: string,
    compute: () => Promise<T>,
    keep: (answer: T) => boolean,
  ): Promise<{ answer: T; own: boolean }> {
    const known = this.#entries.get(key)
    if (known) return { answer: await known, own: false }
    const flight = compute()
    this.#entries.set(key, flight)
    const drop = () => {
      if (this.#entries.get(key) === flight) this.#entries.delete(key)
    }
    try {
      const answer = await flight
      if (!keep(answer)) drop()
      return { answer, own: true }
    } catch (error) {
      drop()
      throw error
    }
  }
}
