export { createAnswerTestJobs } from './answer-tests.job.ts'
export { createAnswerTestsRoutes } from './answer-tests.routes.ts'
export { answerTests } from './answer-tests.table.ts'
