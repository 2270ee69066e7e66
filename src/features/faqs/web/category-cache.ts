import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import type { CategoryList } from '../contract.ts'

/** A category that is about to be renamed or deleted. */
export interface CategoryChange {
  kind: 'rename' | 'delete'
  category: CategoryList[number]
}

export const categoryListKey = () => api.faqs.categoryList.get.queryKey()

/** What the server answers is what is shown; lists of FAQs name categories too. */
export function showCategories(answer: { items: CategoryList }): void {
  queryClient.setQueryData(categoryListKey(), answer)
  void queryClient.invalidateQueries({ queryKey: api.faqs.categories.key() })
}
