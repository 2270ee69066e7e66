export { createAppearanceRoutes } from './routes.ts'
