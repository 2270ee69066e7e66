import { createHash } from 'node:crypto'
import { markupToPlainText } from '../../../kernel/markup.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { type SourceKind, typeOfKind } from '../contract.ts'
import type { MarkedFaq } from '../domain/marked-faq.ts'
import { passagesWithImages, type SourceImages } from '../domain/source-images.ts'
import { type ChunkInput, removeChunks, replaceChunks, SMALL_BATCH_SIZE } from './chunks.ts'
import type { ImageFiles } from './images/source-images.ts'
import { sources } from './knowledge.table.ts'
import type { DocumentImage } from './parsing/read-result.ts'
import { ofSource, type SourceRow, sourcesSettled } from './source-rows.ts'

/** Stored text of a source. */
export interface SourceText {
  title: string
  /** Markdown, with marks where its pages or slides begin. */
  text: string
  /** Unit of the place marks. */
  unit: 'page' | 'slide' | null
  /** Questions that it marks as such, with their answers. */
  faqs?: readonly MarkedFaq[]
  /** Its tables hold questions and answers. */
  holdsFaqs?: boolean | undefined
  /** Stored images that the text has marks of. */
  images?: ImageFiles | null
  /** Percentage of a page's own text that this is. */
  keptShare?: number | undefined
}

/** A title is searched with each passage of its source, and may have any length. */
const MAX_TITLE_LENGTH = 500
const shortenTitle = (title: string): string => title.slice(0, MAX_TITLE_LENGTH).trim()

/** Number of characters used for language detection. */
const LANGUAGE_SAMPLE = 20_000

/** Hash of everything stored: markup and images may change without the text. */
export function hashOfText({ title, text, faqs = [] }: SourceText, images: readonly DocumentImage[] = []): string {
  const sha256Hash = createHash('sha256').update(`${title}\n${text}`)
  if (faqs.length > 0) sha256Hash.update(`\n${JSON.stringify(faqs)}`)
  for (const documentImage of images)
    sha256Hash.update('\n').update(documentImage instanceof Uint8Array ? documentImage : documentImage.pixels)
  return sha256Hash.digest('base64url')
}

/** The passages of a text with their place in it, ready to be indexed. */
export const buildChunks = (source: { id: string; kind: SourceKind }, sourceText: SourceText): ChunkInput[] =>
  buildContent(source, sourceText).chunks

function buildContent(
  source: { id: string; kind: SourceKind },
  { title: given, text, unit, images: files }: SourceText,
): { chunks: ChunkInput[]; images: SourceImages | null } {
  const title = shortenTitle(given)
  const language = detectLanguage(text.slice(0, LANGUAGE_SAMPLE))
  const { passages, images } = passagesWithImages(source.kind, text)
  const chunks = passages.map((passage, position) => ({
    source_type: typeOfKind(source.kind),
    source_id: source.id,
    source_name: title,
    content: passage.text,
    position,
    place: unit && passage.page !== undefined ? `${unit} ${passage.page}` : null,
    heading_path: passage.heading_path,
    searchable: true,
    entry: passageEntry({ title, language, headings: passage.heading_path, text: passage.text }),
  }))
  const items = images.flatMap((placedImage) => {
    const storedImage = files?.files[placedImage.number - 1]
    return storedImage ? [{ ...placedImage, ...storedImage }] : []
  })
  return { chunks, images: files && items.length > 0 ? { folder: files.folder, items } : null }
}

/** Search entry of a passage: title and headings act as its question. */
export const passageEntry = (options: { title: string; language: string; headings: string[]; text: string }) => ({
  kind: 'passage' as const,
  language: options.language,
  // A page's first heading is mostly its title once more.
  question: [
    options.title,
    ...options.headings.filter((heading, headingIndex) => headingIndex > 0 || heading !== options.title),
  ].join(' · '),
  alternatives: [],
  body: markupToPlainText(options.text),
})

/** Replaces the stored content of a source together with its row. The caller sends the content event. */
export async function writeSourceText(
  transaction: WorkspaceTransaction,
  source: Pick<SourceRow, 'id' | 'kind'>,
  sourceText: SourceText,
  rowChanges: Partial<typeof sources.$inferInsert> = {},
): Promise<void> {
  const { chunks, images } = buildContent(source, sourceText)
  const updatedAt = new Date()
  await replaceChunks(transaction, typeOfKind(source.kind), [source.id], chunks, SMALL_BATCH_SIZE)
  await transaction.tx
    .update(sources)
    .set({
      title: shortenTitle(sourceText.title),
      content: sourceText.text,
      contentHash: hashOfText(sourceText),
      markedFaqs: sourceText.faqs?.length ? [...sourceText.faqs] : null,
      holdsFaqs: sourceText.holdsFaqs ?? false,
      keptShare: sourceText.keptShare ?? null,
      images,
      state: 'ready',
      reason: null,
      progress: 100,
      chunkCount: chunks.length,
      lastSeenAt: updatedAt,
      updatedAt,
      ...rowChanges,
    })
    .where(ofSource(transaction, source.id))
  await sourcesSettled(transaction, [source.id])
}

/** Removes the chunks of sources that stay in the ledger. The caller stores the reason. */
export async function clearSources(
  transaction: WorkspaceTransaction,
  sourceRows: Pick<SourceRow, 'id' | 'kind'>[],
): Promise<void> {
  for (const passageType of new Set(sourceRows.map(({ kind }) => typeOfKind(kind)))) {
    const sourceIds = sourceRows.filter(({ kind }) => typeOfKind(kind) === passageType).map(({ id }) => id)
    await removeChunks(transaction, passageType, sourceIds)
  }
}

/** A page without a version is read again even when the website has not changed it. */
export const NO_VERSION = { etag: null, lastModified: null, bodyHash: null }

/** Values of a source without content. */
export const NO_CONTENT = {
  content: null,
  contentHash: null,
  markedFaqs: null,
  holdsFaqs: false,
  images: null,
  keptShare: null,
  sketch: null,
  variant: null,
  links: [],
  ...NO_VERSION,
  chunkCount: 0,
  progress: 0,
}
