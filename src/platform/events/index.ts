export { type AppEvent, type Events, startEvents } from './events.ts'
