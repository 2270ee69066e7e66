import type { RouteObject } from 'react-router'

export { AssistantsCard } from './assistants-card.tsx'

export const routes: RouteObject[] = [{ path: '/connect', lazy: () => import('./connect-page.tsx') }]
