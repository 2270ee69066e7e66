import { AppError } from '../../../../kernel/app-error.ts'

export const OVER_BUDGET = 'llm.over_budget'

/** True for errors after which the built-in answer is given; others are bugs. */
export const isModelFailure = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || (error instanceof AppError && (error.kind === 'unavailable' || error.code === OVER_BUDGET))
