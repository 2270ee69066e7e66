import PostalMime from 'postal-mime'
import { escapeMarkdown } from '../escape-markdown.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { type ReadPart, readParts } from '../read-parts.ts'
import type { ReadDocument } from '../read-result.ts'

const addressText = (address: { name?: string; address?: string | undefined } | undefined): string =>
  [address?.name, address?.address && `<${address.address}>`].filter(Boolean).join(' ')

/** The text of an email below its subject, with its sender and date, and the files that are attached. */
export async function readEmail(bytes: Uint8Array, readPart: ReadPart): Promise<ReadDocument> {
  const email = await PostalMime.parse(bytes)
  const title = email.subject?.trim() || null
  const head = [
    email.from && `From: ${escapeMarkdown(addressText(email.from))}`,
    email.date && `Date: ${email.date.slice(0, 10)}`,
  ].filter(Boolean)
  const body = email.html ? fragmentToMarkdown(email.html) : (email.text ?? '').trim()
  const attached = (email.attachments ?? [])
    .filter(({ disposition, related }) => disposition === 'attachment' || !related)
    .map(({ filename, content }, index) => ({
      name: filename ?? `Attachment ${index + 1}`,
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer),
    }))
  const parts = await readParts(attached, readPart)
  const text = [title === null ? '' : `# ${escapeMarkdown(title)}`, head.join('  \n'), body, parts.text]
  return {
    title,
    text: text.filter((part) => part !== '').join('\n\n'),
    unit: null,
    scanned: [],
    note: parts.note,
  }
}
