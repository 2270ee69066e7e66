import { eq } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { reencodeImage } from '../../../../platform/images/index.ts'
import { AVATAR_MAX_BYTES, AVATAR_TYPES, type Crop } from '../../contract.ts'
import type { AccountServices } from '../account-services.ts'
import { profiles } from '../accounts.table.ts'

/** Pixels of a side: twice what the largest place shows it at. */
const SIDE = 256
const HINT = 'JPG, GIF or PNG. 1MB max.'
/** URL prefix of avatars; the key of the file follows. */
const PUBLIC = '/files/'

export const avatarFolder = (userId: string): string => `avatars/${userId}/`

const refused = (message: string): AppError =>
  new AppError('invalid', 'account.avatar', message, { details: { fields: [{ path: 'file', message }] } })

/** Writes the address of the new picture, and returns the file it replaces. */
async function replace(services: AccountServices, userId: string, avatarUrl: string | null): Promise<string | null> {
  return systemTransaction(services.db, async (transaction) => {
    const [before] = await transaction.select().from(profiles).where(eq(profiles.id, userId)).for('update')
    await transaction
      .insert(profiles)
      .values({ id: userId, avatarUrl })
      .onConflictDoUpdate({ target: profiles.id, set: { avatarUrl } })
    const key = before?.avatarUrl?.startsWith(PUBLIC) ? before.avatarUrl.slice(PUBLIC.length) : null
    return key?.startsWith(avatarFolder(userId)) ? key : null
  })
}

/**
 * Crops the square, encodes the image again without other data of the file, and stores it. Throws invalid
 * `account.avatar` when it is too large, or not a valid JPG, GIF or PNG.
 */
export async function setAvatar(
  services: AccountServices,
  userId: string,
  input: { file: File; crop?: Crop | undefined },
): Promise<void> {
  if (input.file.size > AVATAR_MAX_BYTES) throw refused(`This image is too large. ${HINT}`)
  const picture = await reencodeImage(Buffer.from(await input.file.arrayBuffer()), {
    types: AVATAR_TYPES,
    width: SIDE,
    height: SIDE,
    crop: input.crop,
  })
  if (!picture) throw refused(`This file cannot be read as an image. ${HINT}`)
  const key = `${avatarFolder(userId)}${newId()}.webp`
  await services.storage.put(key, picture.data, { contentType: picture.contentType })
  const former = await replace(services, userId, `${PUBLIC}${key}`)
  if (former) await services.storage.delete(former)
}

export async function removeAvatar(services: AccountServices, userId: string): Promise<void> {
  const former = await replace(services, userId, null)
  if (former) await services.storage.delete(former)
}
