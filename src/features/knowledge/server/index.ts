export { type ChunkInput, removeChunks, replaceChunks } from './chunks.ts'
export { createTexts } from './create-texts.ts'
export { createKnowledgeRoutes } from './routes.ts'
export { sourceTitles } from './sources.ts'
