import PostalMime from 'postal-mime'
import { imageMark } from '../../../domain/image-marks.ts'
import { attachedImages, type KeepImage, keepNoImage, trackShown } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { type ReadPart, readParts } from '../read-parts.ts'
import type { ReadDocument } from '../read-result.ts'

const mailboxText = (mailbox: { name?: string; address?: string | undefined } | undefined): string =>
  [mailbox?.name, mailbox?.address && `<${mailbox.address}>`].filter(Boolean).join(' ')

/**
 * The text of an email below its subject, with its sender and date, and the files that are attached. Attached images are
 * below the text, unless it shows them.
 */
export async function readEmail(
  emailBytes: Uint8Array,
  readPart: ReadPart,
  keepImage: KeepImage = keepNoImage,
): Promise<ReadDocument> {
  const parsedEmail = await PostalMime.parse(emailBytes)
  const title = parsedEmail.subject?.trim() || null
  const headerLines = [
    parsedEmail.from && `From: ${escapeMarkdown(mailboxText(parsedEmail.from))}`,
    parsedEmail.date && `Date: ${parsedEmail.date.slice(0, 10)}`,
  ].filter(Boolean)
  const attachedFiles = (parsedEmail.attachments ?? []).map(
    ({ filename, contentId, content, disposition, related }, attachmentIndex) => ({
      name: filename ?? `Attachment ${attachmentIndex + 1}`,
      id: contentId?.replace(/^<|>$/g, ''),
      isPart: related === true && disposition !== 'attachment',
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer),
    }),
  )
  const { keepShown, shown } = trackShown(keepImage)
  const bytesByContentId = new Map(
    attachedFiles.flatMap(({ id, bytes: file }) => (id === undefined ? [] : [[id, file] as const])),
  )
  const bodyText = parsedEmail.html
    ? fragmentToMarkdown(parsedEmail.html, attachedImages(bytesByContentId, keepShown))
    : (parsedEmail.text ?? '').trim()
  const filesBelow = attachedFiles.filter((file) => !file.isPart && !shown.has(file.bytes))
  const imagesBelow = filesBelow.map((file) => ({ file, number: keepImage(file.bytes) }))
  const otherFiles = imagesBelow.filter(({ number }) => number === null).map(({ file }) => file)
  const readableParts = await readParts(otherFiles, readPart)
  const emailSections = [
    title === null ? '' : `# ${escapeMarkdown(title)}`,
    headerLines.join('  \n'),
    bodyText,
    ...imagesBelow.flatMap(({ number }) => (number === null ? [] : [imageMark('', number)])),
    readableParts.text,
  ]
  return {
    title,
    text: emailSections.filter((section) => section !== '').join('\n\n'),
    unit: null,
    scanned: [],
    note: readableParts.note,
  }
}
