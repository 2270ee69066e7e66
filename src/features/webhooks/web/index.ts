import type { RouteObject } from 'react-router'

export { WebhooksTab } from './webhooks-tab.tsx'

export const routes: RouteObject[] = [
  { path: '/dashboard/integrations/webhooks/:webhookId', lazy: () => import('./webhook-page.tsx') },
]
