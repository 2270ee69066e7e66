import { FileQuestion } from 'lucide-react'
import type { RouteObject } from 'react-router'
import type { NavigationItem, NavigationSection } from '../../../web/ui/navigation-item.ts'

export { useSearchText } from '../../../web/ui/use-search-text.ts'
export { AnswerText } from './answer-text.tsx'
export { FaqDialog } from './editor/faq-dialog.tsx'
export { EMPTY_FAQ } from './editor/faq-form.ts'
export { useFaqCache } from './faq-cache.ts'
export { focusWhenClosed } from './focus-when-closed.ts'
export { STATUS_LABELS } from './status-labels.ts'
export { useCreatedToast } from './use-created-toast.ts'
export { useWide } from './use-wide.ts'

export const routes: RouteObject[] = [
  { path: '/pages', lazy: () => import('./faqs-page.tsx') },
  { path: '/pages/categories', lazy: () => import('./categories/categories-page.tsx') },
  { path: '/pages/import', lazy: () => import('./transfer/import-page.tsx') },
  { path: '/pages/trash', lazy: () => import('./trash/trash-page.tsx') },
]

export const navigation: NavigationItem[] = [
  { label: 'FAQs', to: '/pages', icon: FileQuestion, group: 'Pages', order: 1 },
]

export const sections: NavigationSection[] = [
  { label: 'All', to: '/pages', parent: '/pages', order: 0 },
  { label: 'Categories', to: '/pages/categories', parent: '/pages', order: 2, forOwners: true },
  { label: 'Import', to: '/pages/import', parent: '/pages', order: 3 },
  { label: 'Trash', to: '/pages/trash', parent: '/pages', order: 4 },
]
