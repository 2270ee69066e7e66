import { eq } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { reencodeImage } from '../../../../platform/images/index.ts'
import { AVATAR_MAX_BYTES, AVATAR_TYPES, type Crop } from '../../contract.ts'
import type { AccountServices } from '../account-services.ts'
import { profiles } from '../accounts.table.ts'

/** Pixels of a side: twice what the largest place shows it at. */
const AVATAR_SIDE_PX = 256
const FORMAT_HINT = 'JPG, GIF or PNG. 1MB max.'
/** URL prefix of avatars; the key of the file follows. */
const PUBLIC_FILES_PATH = '/files/'

export const avatarFolder = (userId: string): string => `avatars/${userId}/`

const refusedImage = (message: string): AppError =>
  new AppError('invalid', 'account.avatar', message, { details: { fields: [{ path: 'file', message }] } })

/** Writes the address of the new picture, and returns the file it replaces. */
async function replaceAvatarUrl(
  services: AccountServices,
  userId: string,
  avatarUrl: string | null,
): Promise<string | null> {
  return systemTransaction(services.db, async (transaction) => {
    const [before] = await transaction.select().from(profiles).where(eq(profiles.id, userId)).for('update')
    await transaction
      .insert(profiles)
      .values({ id: userId, avatarUrl })
      .onConflictDoUpdate({ target: profiles.id, set: { avatarUrl } })
    const formerKey = before?.avatarUrl?.startsWith(PUBLIC_FILES_PATH)
      ? before.avatarUrl.slice(PUBLIC_FILES_PATH.length)
      : null
    return formerKey?.startsWith(avatarFolder(userId)) ? formerKey : null
  })
}

/**
 * Crops the square, encodes the image again without other data of the file, and stores it. Throws invalid
 * `account.avatar` when it is too large, or not a valid JPG, GIF or PNG.
 */
export async function setAvatar(
  services: AccountServices,
  userId: string,
  avatarInput: { file: File; crop?: Crop | undefined },
): Promise<void> {
  if (avatarInput.file.size > AVATAR_MAX_BYTES) throw refusedImage(`This image is too large. ${FORMAT_HINT}`)
  const reencoded = await reencodeImage(Buffer.from(await avatarInput.file.arrayBuffer()), {
    types: AVATAR_TYPES,
    width: AVATAR_SIDE_PX,
    height: AVATAR_SIDE_PX,
    crop: avatarInput.crop,
  })
  if (!reencoded) throw refusedImage(`This file cannot be read as an image. ${FORMAT_HINT}`)
  const storageKey = `${avatarFolder(userId)}${newId()}.webp`
  await services.storage.put(storageKey, reencoded.data, { contentType: reencoded.contentType })
  const formerKey = await replaceAvatarUrl(services, userId, `${PUBLIC_FILES_PATH}${storageKey}`)
  if (formerKey) await services.storage.delete(formerKey)
}

export async function removeAvatar(services: AccountServices, userId: string): Promise<void> {
  const formerKey = await replaceAvatarUrl(services, userId, null)
  if (formerKey) await services.storage.delete(formerKey)
}
