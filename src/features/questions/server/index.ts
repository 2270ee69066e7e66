export { listQuestions } from './questions.queries.ts'
export { type NewQuestion, recordQuestion } from './record-question.ts'
export { recordVote } from './record-vote.ts'
export { createQuestionsRoutes } from './routes.ts'
