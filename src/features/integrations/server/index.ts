export { createConnectCallback } from './connect-callback.ts'
export { createIntegrationsRoutes } from './integrations.routes.ts'
export { createIntegrations, type Integrations } from './integrations.ts'
export { renewSealedCredentials } from './renew-sealed.ts'
