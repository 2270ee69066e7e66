export { createDashboardRoutes } from './dashboard.routes.ts'
export { overtakeWith } from './get-stats.ts'
