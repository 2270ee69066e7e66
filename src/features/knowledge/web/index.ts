import { BookOpen } from 'lucide-react'
import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { NavigationItem, NavigationSection } from '../../../web/ui/navigation-item.ts'

export { iconOfKind } from './source-icons.ts'
export { ACCEPTED_FILES, fileProblem } from './uploads/file-problem.ts'
export { uploadingText } from './uploads/uploading-text.ts'
export { SYNC_OPTIONS } from './websites/sync-options.ts'

/** Sends files to the knowledge base from another page. */
export const Uploads = lazy(() => import('./uploads/uploads.tsx'))

export const routes: RouteObject[] = [{ path: '/knowledge', lazy: () => import('./knowledge-page.tsx') }]

export const navigation: NavigationItem[] = [
  { label: 'Knowledge', to: '/knowledge', icon: BookOpen, group: 'main', order: 3 },
]

export const sections: NavigationSection[] = [{ label: 'Sources', to: '/knowledge', parent: '/knowledge', order: 0 }]
