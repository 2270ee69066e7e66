export { assignQuestions } from './assign-questions.ts'
export { createGapJobs } from './gaps.job.ts'
export { createGapsRoutes } from './gaps.routes.ts'
export { gaps } from './gaps.table.ts'
