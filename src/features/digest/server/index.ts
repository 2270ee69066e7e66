export { createDigestJobs } from './digest.job.ts'
export { createDigestRoutes } from './digest.routes.ts'
export { createUnsubscribePage } from './unsubscribe-page.ts'
