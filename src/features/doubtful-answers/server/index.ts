export { createDoubtfulAnswerJobs } from './doubtful-answers.job.ts'
export { countOpenDoubtfulAnswers } from './doubtful-answers.queries.ts'
export { createDoubtfulAnswersRoutes } from './doubtful-answers.routes.ts'
