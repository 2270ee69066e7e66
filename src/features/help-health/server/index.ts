export { createHelpHealthRoutes } from './help-health.routes.ts'
