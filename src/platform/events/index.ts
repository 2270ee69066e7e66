export { EventQueue } from './event-queue.ts'
export { type AppEvent, type Events, startEvents } from './events.ts'
