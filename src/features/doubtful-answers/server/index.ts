export { createDoubtfulAnswerJobs } from './doubtful-answers.job.ts'
export { createDoubtfulAnswersRoutes } from './doubtful-answers.routes.ts'
