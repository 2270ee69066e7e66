export { createLoop, type Loop } from './create-loop.ts'
export { placeQuestions } from './place-questions.ts'
export { createLoopRoutes } from './routes.ts'
