export { startTracing } from './start-tracing.ts'
export { traced, tracedStream } from './traced.ts'
