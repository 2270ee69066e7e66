export { createConnectCallback } from './connect-callback.ts'
export { createIntegrations, type Integrations, type IntegrationsOptions } from './integrations.ts'
export { createIntegrationsRoutes } from './routes.ts'
