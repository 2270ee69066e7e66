export { startTracing } from './start-tracing.ts'
export { traced } from './traced.ts'
