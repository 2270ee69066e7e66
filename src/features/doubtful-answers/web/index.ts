import type { RouteObject } from 'react-router'

export { OpenDoubtfulAnswers } from './open-doubtful-answers.tsx'

export const routes: RouteObject[] = [{ path: '/messages/doubtful', lazy: () => import('./doubtful-answers-page.tsx') }]
