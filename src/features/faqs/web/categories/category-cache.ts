import { createSerialQueue } from '../../../../kernel/serial-queue.ts'
import { api } from '../../../../web/api/api.ts'
import { queryClient, replaceData } from '../../../../web/api/query-client.ts'
import type { CategoryList } from '../../contract.ts'

/** A category that is about to be renamed or deleted. */
export interface CategoryChange {
  kind: 'rename' | 'delete'
  category: CategoryList[number]
}

export const categoryListKey = () => api.faqs.categoryList.get.queryKey()

const inSerialQueue = createSerialQueue()
let underWay = 0

/** True while changes of the list are being saved; the server still has the former list. */
export const categoriesChanging = (): boolean => underWay > 0

/**
 * Sends one change of the list after the other, so that what was done in an order arrives in it. What the server answers
 * last is shown; lists of FAQs name categories too. Rejects as the call does.
 */
export function changeCategories(changeCall: () => Promise<{ items: CategoryList }>): Promise<void> {
  underWay += 1
  return inSerialQueue(async () => {
    try {
      const changedCategories = await changeCall()
      if (underWay > 1) return
      replaceData(categoryListKey(), changedCategories)
      void queryClient.invalidateQueries({ queryKey: api.faqs.categories.key() })
    } finally {
      underWay -= 1
    }
  })
}
