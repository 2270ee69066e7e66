export { createContradictionJobs } from './contradictions.job.ts'
export { contradictionsFound, countOpenContradictions } from './contradictions.queries.ts'
export { createContradictionsRoutes } from './contradictions.routes.ts'
