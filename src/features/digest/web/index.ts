import { lazy } from 'react'

/** Part of a tab that is loaded by itself. */
export const DigestCard = lazy(() => import('./digest-card.tsx'))
