export { overtakeWith } from './get-stats.ts'
export { createDashboardRoutes } from './routes.ts'
