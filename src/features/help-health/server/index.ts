export { createHelpHealthRoutes } from './help-health.routes.ts'
export { recordFaqVote } from './record-faq-vote.ts'
