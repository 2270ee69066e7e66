import { z } from 'zod'
import { formatNumber } from './format.ts'
import { withoutInvisible } from './text.ts'

// In a browser zod must not even try to compile its checks: the content security policy reports the attempt.
if ('document' in globalThis) z.config({ jitless: true })

/** Building blocks of wire types that every feature shares. */
export const idSchema = z.uuid({ error: 'This is not a valid id.' })
export const timestamp = z.iso.datetime({ offset: true })

/** Text from outside. NUL means nothing in any text and no database stores it, so it is dropped. */
export const plainText = (error?: string) =>
  z.string(error === undefined ? undefined : { error }).overwrite((text) => text.replaceAll('\u0000', ''))

const atMost = (max: number) => ({ error: `Please keep this to at most ${formatNumber(max)} characters.` })

/** A text that must show something after trimming. */
export const requiredText = (max: number, message: string) =>
  plainText(message)
    .trim()
    .min(1, { error: message })
    .max(max, atMost(max))
    .refine((text) => text === '' || withoutInvisible(text).trim() !== '', { error: message })

export const optionalText = (max: number) => plainText().trim().max(max, atMost(max))

/** Lists answer `{ items, next_cursor }`; the cursor is opaque. */
export const pageInput = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })
