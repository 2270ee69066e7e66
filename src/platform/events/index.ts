export { EventQueue } from './event-queue.ts'
export { type EventBus, startEvents } from './events.ts'
