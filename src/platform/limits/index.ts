export { addressKey, networkOf } from './address-key.ts'
export { type BlockLimiter, createBlockLimiter } from './block-limiter.ts'
export * from './limiter.ts'
