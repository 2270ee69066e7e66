export { defineJob, type JobDefinition, type JobRun, type WaitingJob } from './definition.ts'
export { type Jobs, type SendJobOptions, startJobs } from './jobs.ts'
export { BACKGROUND_SHARE, pacedTo, restFor } from './pace.ts'
export { inTurns } from './turns.ts'
