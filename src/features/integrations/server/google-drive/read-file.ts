import { type FoundItem, ItemSkipped, type ProviderPass, type ReadItem } from '../provider.ts'
import { driveCalls } from './drive-client.ts'
import { downloadMethodOf, skipReason } from './drive-kinds.ts'

/** A file's text: Google's own documents are exported, and everything is read as uploads are. */
export async function readDriveFile(
  apiUrl: string,
  foundItem: FoundItem,
  providerPass: ProviderPass,
): Promise<ReadItem> {
  const mimeType = String(foundItem.detail)
  const downloadMethod = downloadMethodOf(mimeType)
  if (!downloadMethod) throw new ItemSkipped(skipReason(mimeType, undefined) ?? 'Files of this kind are not read.')
  const driveCall = driveCalls(apiUrl, providerPass)
  const responseOptions = { responseType: 'arraybuffer' } as const
  const fileBytes = await driveCall((drive) =>
    'exportAs' in downloadMethod
      ? drive.files.export({ fileId: foundItem.id, mimeType: downloadMethod.exportAs }, responseOptions)
      : drive.files.get({ fileId: foundItem.id, alt: 'media', supportsAllDrives: true }, responseOptions),
  )
  const fileName = foundItem.title.toLowerCase().endsWith(`.${downloadMethod.extension}`)
    ? foundItem.title
    : `${foundItem.title}.${downloadMethod.extension}`
  const readItem = await providerPass.readFile({
    name: fileName,
    bytes: new Uint8Array(fileBytes as unknown as ArrayBuffer),
  })
  return { ...readItem, text: { ...readItem.text, title: foundItem.title } }
}
