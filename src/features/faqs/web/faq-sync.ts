import { client } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { selectedWorkspaceId } from '../../../web/api/selected-workspace.ts'
import { CHANGES_MAX, type ListedFaq } from '../contract.ts'
import { refreshInOrder } from '../domain/place-faqs.ts'
import { listedKey } from './listed-faqs.ts'

/** Maximum number of retries when other changes arrive in between; then the whole list is fetched. */
const OVERLAPS = 4

/**
 * Keeps the list of FAQs in step with the server while the person and their colleagues change them. Of thousands only
 * those are asked for that changed; what they say and where they stand is put into the list. While a change of the person
 * is on its way nothing is asked, since the answer could be of the moment before it.
 */
class FaqSync {
  readonly #waiting = new Set<string>()
  #changes = 0
  #outOfStep = false
  #running = false
  #overlaps = 0

  /** These changed on the server; none named: many. */
  changed(changedIds: readonly string[]): void {
    if (changedIds.length === 0) this.#outOfStep = true
    for (const faqId of changedIds) this.#waiting.add(faqId)
    void this.#catchUp()
  }

  /** Shows a change before the server has answered. Every call is followed by one of `settled`. */
  async show(changeFaqs: (faqs: ListedFaq[]) => ListedFaq[]): Promise<void> {
    this.#changes += 1
    const queryState = queryClient.getQueryState(listedKey())
    if (queryState?.fetchStatus === 'fetching') {
      this.#outOfStep = true
      // The first list may finish: there is nothing to be changed yet.
      if (queryState.data) await queryClient.cancelQueries({ queryKey: listedKey(), exact: true })
    }
    this.#replace(changeFaqs)
  }

  /** The server has answered a change that was shown; `takeBack` holds the rows as they were, where it refused. */
  settled(changedIds: readonly string[], takeBack?: readonly ListedFaq[]): void {
    if (takeBack) this.#replace((faqs) => refreshInOrder(faqs, changedIds, takeBack))
    this.#changes -= 1
    this.changed(changedIds)
  }

  #replace(changeFaqs: (faqs: ListedFaq[]) => ListedFaq[]): void {
    queryClient.setQueryData(listedKey(), (faqPage) => {
      if (!faqPage) return faqPage
      const changedFaqs = changeFaqs(faqPage.items)
      return { ...faqPage, items: changedFaqs, total: changedFaqs.length }
    })
  }

  async #catchUp(): Promise<void> {
    if (this.#running) return
    this.#running = true
    while (this.#changes === 0 && (this.#outOfStep || this.#waiting.size > 0)) await this.#ask()
    this.#running = false
  }

  async #ask(): Promise<void> {
    const changedIds = [...this.#waiting]
    this.#waiting.clear()
    const queryState = queryClient.getQueryState(listedKey())
    const needsWholeList = this.#outOfStep || changedIds.length > CHANGES_MAX || queryState?.fetchStatus === 'fetching'
    this.#outOfStep = false
    if (needsWholeList) this.#overlaps = 0
    if (!needsWholeList && queryState?.data) {
      const workspace = selectedWorkspaceId()
      try {
        const { items, total } = await client.faqs.rows({ ids: changedIds })
        if (workspace !== selectedWorkspaceId()) return
        // Places in the answer count what else has happened by then: with other news about, they would not fit the list.
        const askedIds = new Set(changedIds)
        if (this.#changes > 0 || [...this.#waiting].some((faqId) => !askedIds.has(faqId))) {
          for (const faqId of changedIds) this.#waiting.add(faqId)
          this.#overlaps += 1
          this.#outOfStep ||= this.#overlaps > OVERLAPS
          return
        }
        this.#overlaps = 0
        this.#replace((faqs) => refreshInOrder(faqs, changedIds, items))
        this.#outOfStep ||= queryClient.getQueryData(listedKey())?.items.length !== total
      } catch {
        // The whole list says by itself when it cannot be fetched.
        await queryClient.invalidateQueries({ queryKey: listedKey(), exact: true })
      }
    } else await queryClient.invalidateQueries({ queryKey: listedKey(), exact: true })
  }
}

export const faqSync = new FaqSync()
