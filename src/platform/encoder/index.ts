export { createSentenceEncoder, type SentenceEncoder } from './sentence-encoder.ts'
