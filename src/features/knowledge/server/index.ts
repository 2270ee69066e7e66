export { imageMark, replaceImageMarks } from '../domain/image-marks.ts'
export type { MarkedFaq } from '../domain/marked-faq.ts'
export { joinPassages } from '../domain/passages.ts'
export { buildQuote } from '../domain/quote.ts'
export { type ChunkInput, removeChunks, replaceChunks, rewriteChunks } from './chunks.ts'
export { type Citation, loadCitations, passageTitles } from './citations.ts'
export { readOnePage } from './crawl/read-one-page.ts'
export { createTexts } from './create-texts.ts'
export { createDocumentFiles } from './document-files.ts'
export { documentFolder } from './document-folder.ts'
export { sendImage } from './images/send-image.ts'
export type { ImageServices } from './images/source-images.ts'
export { storeImage } from './images/store-image.ts'
export {
  countItems,
  detachItems,
  failPendingItems,
  type ItemOrigin,
  insertItems,
  type KnownItem,
  knownItems,
  markItemsUnchanged,
  reattachItems,
  recordItemFailure,
  removeItems,
} from './items/item-rows.ts'
export { saveItem } from './items/save-item.ts'
export { createKnowledgeRoutes } from './knowledge.routes.ts'
export { documents, sources } from './knowledge.table.ts'
export { createKnowledge, type Knowledge } from './knowledge.ts'
export { collectImages, MAX_IMAGE_BYTES } from './parsing/document-images.ts'
export { escapeMarkdown } from './parsing/escape-markdown.ts'
export { installCommand } from './parsing/language-data.ts'
export { type FileReaders, readFile } from './parsing/read-file.ts'
export type { DocumentImage } from './parsing/read-result.ts'
export { Unreadable } from './parsing/unreadable.ts'
export { replaceTexts } from './replace-texts.ts'
export { rewritePassageIndex } from './rewrite-index.ts'
export { type SectionRow, sectionsAround } from './sections.ts'
export type { KnowledgeServices } from './services.ts'
export type { SourceText } from './source-chunks.ts'
export { listedSources, readSourcePage } from './source-pages.ts'
export { sourcesChanged } from './source-rows.ts'
export { countWebsites } from './websites/website-rows.ts'
