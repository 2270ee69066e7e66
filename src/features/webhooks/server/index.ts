export { renewWebhookSecrets } from './renew-sealed.ts'
export { createWebhooksRoutes } from './webhooks.routes.ts'
export { createWebhooks, type Webhooks } from './webhooks.ts'
