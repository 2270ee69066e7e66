export { createPageRulesRoutes } from './page-rules.routes.ts'
export { readShownRules } from './page-rules.ts'
