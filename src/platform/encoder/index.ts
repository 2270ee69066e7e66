export { BUILT_IN_MODEL, createSentenceEncoder, type SentenceEncoder } from './sentence-encoder.ts'
