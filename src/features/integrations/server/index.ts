export { createConnectCallback } from './connect-callback.ts'
export { createIntegrations, type Integrations, type IntegrationsOptions } from './integrations.ts'
export { renewSealedCredentials } from './renew-sealed.ts'
export { createIntegrationsRoutes } from './routes.ts'
