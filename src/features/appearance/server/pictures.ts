import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { reencodeImage } from '../../../platform/images/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { requireAdvancedCustomization, type WorkspaceContext } from '../../workspaces/server/index.ts'
import {
  type Appearance,
  PICTURE_FIELDS,
  PICTURE_HINT,
  PICTURE_MAX_BYTES,
  PICTURE_TYPES,
  type PictureKind,
  type SaveAppearance,
} from '../contract.ts'
import { updateAppearance } from './appearance.ts'

/** Pixels: twice what the largest place shows. A picture is made to fit and never enlarged. */
const PICTURE_SIZES: Record<PictureKind, { width: number; height: number }> = {
  logo: { width: 512, height: 512 },
  logo_dark: { width: 512, height: 512 },
  favicon: { width: 192, height: 192 },
  header: { width: 2400, height: 1200 },
}
/** URL prefix of the files; the key follows. */
const PUBLIC_PATH_PREFIX = '/files/'

/** Storage path of a workspace's images: the specified bucket "brand-assets". */
export const pictureFolder = (workspaceId: string): string => `brand-assets/${workspaceId}/`

const pictureError = (message: string): AppError =>
  new AppError('invalid', 'appearance.picture', message, { details: { fields: [{ path: 'file', message }] } })

/** Removes the files of pictures that a workspace showed and shows no longer. */
async function removeReplacedPictures(
  storage: FileStorage,
  { workspaceId }: WorkspaceContext,
  previousLook: Appearance,
  updatedLook: Appearance,
): Promise<void> {
  const pictureFields = Object.values(PICTURE_FIELDS)
  const shownAddresses = pictureFields.map((pictureField) => updatedLook[pictureField])
  const ownPrefix = `${PUBLIC_PATH_PREFIX}${pictureFolder(workspaceId)}`
  for (const previousAddress of pictureFields.map((pictureField) => previousLook[pictureField]))
    if (previousAddress?.startsWith(ownPrefix) && !shownAddresses.includes(previousAddress))
      await storage.delete(previousAddress.slice(PUBLIC_PATH_PREFIX.length))
}

/** Changes the looks and removes what they showed before. @throws what `updateAppearance` throws */
export async function changeAppearance(
  storage: FileStorage,
  context: WorkspaceContext,
  saveInput: SaveAppearance,
): Promise<Appearance> {
  const { before, after } = await updateAppearance(context, saveInput)
  await removeReplacedPictures(storage, context, before, after)
  return after
}

/**
 * Encodes an image again without other data of the file, stores it, and replaces the former one, whose file is deleted.
 * @throws invalid `appearance.picture` when it is too large or not a valid PNG or JPG; limit `limit.customization` for
 * a header image
 */
export async function uploadPicture(
  storage: FileStorage,
  context: WorkspaceContext,
  { kind, file }: { kind: PictureKind; file: File },
): Promise<Appearance> {
  // Before any work, so that no file is left behind.
  if (kind === 'header') requireAdvancedCustomization(context, ['file'])
  if (file.size > PICTURE_MAX_BYTES) throw pictureError(`This image is too large. ${PICTURE_HINT}`)
  const encodedPicture = await reencodeImage(Buffer.from(await file.arrayBuffer()), {
    types: PICTURE_TYPES,
    ...PICTURE_SIZES[kind],
    contain: true,
  })
  if (!encodedPicture) throw pictureError(`This file cannot be read as an image. ${PICTURE_HINT}`)
  // A name of its own each time: what shows the former one knows at once that it is another.
  const storageKey = `${pictureFolder(context.workspaceId)}${kind}-${newId()}.webp`
  await storage.put(storageKey, encodedPicture.data, { contentType: encodedPicture.contentType })
  const publicAddress = `${PUBLIC_PATH_PREFIX}${storageKey}`
  return changeAppearance(
    storage,
    context,
    kind === 'header'
      ? { header_bg_image_url: publicAddress, header_bg_type: 'image' }
      : { [PICTURE_FIELDS[kind]]: publicAddress },
  )
}
