export { createContradictionJobs } from './contradictions.job.ts'
export { contradictionsFound } from './contradictions.queries.ts'
export { createContradictionsRoutes } from './contradictions.routes.ts'
