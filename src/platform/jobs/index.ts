export { defineJob, type JobDefinition, type JobRun } from './definition.ts'
export { type Jobs, type SendJobOptions, startJobs } from './jobs.ts'
