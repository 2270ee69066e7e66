export { createAnswerTestJobs } from './answer-tests.job.ts'
export { testedQuestions } from './answer-tests.queries.ts'
export { createAnswerTestsRoutes } from './answer-tests.routes.ts'
export { answerTests } from './answer-tests.table.ts'
