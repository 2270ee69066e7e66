export { createAnswerTestJobs } from './answer-tests.job.ts'
export { createAnswerTestsRoutes } from './answer-tests.routes.ts'
