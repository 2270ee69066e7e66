export { createSuggestionJobs } from './suggestions.job.ts'
export { createSuggestionsRoutes } from './suggestions.routes.ts'
