import type { RouteObject } from 'react-router'

export { OfferedFaqs } from './offered-faqs.tsx'
export { SuggestedToPublish } from './suggested-to-publish.tsx'

export const routes: RouteObject[] = [{ path: '/pages/suggested', lazy: () => import('./suggested-faqs-page.tsx') }]
