import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { markupToPlainText } from '../../../kernel/markup.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { isOnline, originalPath, type SourcePage, sourceImagePath } from '../contract.ts'
import { replaceImageMarks } from '../domain/image-marks.ts'
import { takeMarks } from '../domain/place-marks.ts'
import { readableMarkup } from '../domain/source-markup.ts'
import { imageKey } from './images/source-images.ts'
import { documents, knowledgeChunks, sources } from './knowledge.table.ts'
import { withDocument } from './source-rows.ts'

/** More of them would make the sitemap invalid. */
const MAX_LISTED_SOURCES = 40_000

/** Sources that visitors may open. */
const isOpenSource = (workspaceId: string) =>
  and(
    eq(sources.workspaceId, workspaceId),
    eq(sources.visibility, 'open'),
    eq(sources.state, 'ready'),
    isNotNull(sources.slug),
  )

/** The page of a source; null where there is none or visitors must not see it. */
export async function readSourcePage(
  { tx, workspaceId }: WorkspaceTransaction,
  slug: string,
): Promise<SourcePage | null> {
  const [row] = await tx
    .select({
      id: sources.id,
      kind: sources.kind,
      title: sources.title,
      url: sources.url,
      content: sources.content,
      isListed: sources.isListed,
      offersOriginal: sources.offersOriginal,
      file: documents.id,
      images: sources.images,
    })
    .from(sources)
    .leftJoin(documents, withDocument)
    .where(and(isOpenSource(workspaceId), eq(sources.slug, slug)))
  if (!row) return null
  const passageRows = await tx
    .select({
      position: knowledgeChunks.position,
      content: knowledgeChunks.content,
      headingPath: knowledgeChunks.headingPath,
      place: knowledgeChunks.place,
    })
    .from(knowledgeChunks)
    .where(and(eq(knowledgeChunks.workspaceId, workspaceId), eq(knowledgeChunks.sourceId, row.id)))
    .orderBy(asc(knowledgeChunks.position))
  const shownImages = (row.images?.items ?? []).map(({ alt, ...image }) => ({
    ...image,
    alt: markupToPlainText(alt),
    path: sourceImagePath(workspaceId, slug, image.number),
  }))
  return {
    id: row.id,
    slug,
    title: row.title,
    passages: passageRows.map((passage) => ({
      ...passage,
      images: shownImages.filter(({ passage: at }) => at === passage.position),
    })),
    markdown: replaceImageMarks(readableMarkup(row.kind, takeMarks(row.content ?? '').text), (altText, imageNumber) =>
      shownImages.some((shownImage) => shownImage.number === imageNumber)
        ? `![${altText}](${sourceImagePath(workspaceId, slug, imageNumber)})`
        : altText,
    ).trim(),
    url: isOnline(row) ? row.url : null,
    original: row.file !== null && row.offersOriginal ? originalPath(workspaceId, slug) : null,
    isListed: row.isListed,
  }
}

/** Open sources that search engines may show, oldest first. */
export const listedSources = ({ tx, workspaceId }: WorkspaceTransaction): Promise<{ slug: string; title: string }[]> =>
  tx
    .select({ slug: sources.slug, title: sources.title })
    .from(sources)
    .where(and(isOpenSource(workspaceId), eq(sources.isListed, true)))
    .orderBy(asc(sources.id))
    .limit(MAX_LISTED_SOURCES)
    .then((sourceRows) => sourceRows.flatMap(({ slug, title }) => (slug === null ? [] : [{ slug, title }])))

/** Storage key of an image that the page of an open source shows. */
export async function readSourceImage(
  { tx, workspaceId }: WorkspaceTransaction,
  slug: string,
  imageNumber: number,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ images: sources.images })
    .from(sources)
    .where(and(isOpenSource(workspaceId), eq(sources.slug, slug)))
  return row?.images?.items.some((shownImage) => shownImage.number === imageNumber)
    ? imageKey(row.images.folder, imageNumber)
    : undefined
}

/** The uploaded file of an open source whose owner offers it. */
export async function readOriginal(
  { tx, workspaceId }: WorkspaceTransaction,
  slug: string,
): Promise<{ key: string; name: string } | undefined> {
  const [row] = await tx
    .select({ key: documents.filePath, name: documents.name })
    .from(sources)
    .innerJoin(documents, withDocument)
    .where(and(isOpenSource(workspaceId), eq(sources.slug, slug), eq(sources.offersOriginal, true)))
  return row
}
