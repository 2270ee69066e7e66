export { createDashboardRoutes } from './dashboard.routes.ts'
export { expireOnEvents } from './get-stats.ts'
