export { EventQueue } from './event-queue.ts'
export { type EventBus as Events, startEvents } from './events.ts'
