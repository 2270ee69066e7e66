export { startTracing, type Tracing } from './start-tracing.ts'
export { traced } from './traced.ts'
