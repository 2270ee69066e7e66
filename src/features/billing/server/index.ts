export { accessOf } from './access.ts'
export { createBillingRoutes } from './routes.ts'
