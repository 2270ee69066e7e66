import PostalMime from 'postal-mime'
import { imageMark } from '../../../domain/image-marks.ts'
import { attachedImages, type KeepImage, keepNoImage, trackShown } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { type ReadPart, readParts } from '../read-parts.ts'
import type { ReadDocument } from '../read-result.ts'

const addressText = (address: { name?: string; address?: string | undefined } | undefined): string =>
  [address?.name, address?.address && `<${address.address}>`].filter(Boolean).join(' ')

/**
 * The text of an email below its subject, with its sender and date, and the files that are attached. Attached images are
 * below the text, unless it shows them.
 */
export async function readEmail(
  bytes: Uint8Array,
  readPart: ReadPart,
  keep: KeepImage = keepNoImage,
): Promise<ReadDocument> {
  const email = await PostalMime.parse(bytes)
  const title = email.subject?.trim() || null
  const head = [
    email.from && `From: ${escapeMarkdown(addressText(email.from))}`,
    email.date && `Date: ${email.date.slice(0, 10)}`,
  ].filter(Boolean)
  const files = (email.attachments ?? []).map(({ filename, contentId, content, disposition, related }, index) => ({
    name: filename ?? `Attachment ${index + 1}`,
    id: contentId?.replace(/^<|>$/g, ''),
    isPart: related === true && disposition !== 'attachment',
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer),
  }))
  const { keepShown, shown } = trackShown(keep)
  const byId = new Map(files.flatMap(({ id, bytes: file }) => (id === undefined ? [] : [[id, file] as const])))
  const body = email.html ? fragmentToMarkdown(email.html, attachedImages(byId, keepShown)) : (email.text ?? '').trim()
  const below = files.filter((file) => !file.isPart && !shown.has(file.bytes))
  const images = below.map((file) => ({ file, number: keep(file.bytes) }))
  const others = images.filter(({ number }) => number === null).map(({ file }) => file)
  const parts = await readParts(others, readPart)
  const text = [
    title === null ? '' : `# ${escapeMarkdown(title)}`,
    head.join('  \n'),
    body,
    ...images.flatMap(({ number }) => (number === null ? [] : [imageMark('', number)])),
    parts.text,
  ]
  return {
    title,
    text: text.filter((part) => part !== '').join('\n\n'),
    unit: null,
    scanned: [],
    note: parts.note,
  }
}
