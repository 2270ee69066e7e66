export { createContradictionJobs } from './contradictions.job.ts'
export { createContradictionsRoutes } from './contradictions.routes.ts'
