import { type FoundItem, ItemSkipped, type ProviderPass, type ReadItem } from '../provider.ts'
import { driveCalls } from './drive-client.ts'
import { skipReason, wayOf } from './drive-kinds.ts'

/** A file's text: Google's own documents are exported, and everything is read as uploads are. */
export async function readDriveFile(apiUrl: string, item: FoundItem, pass: ProviderPass): Promise<ReadItem> {
  const mimeType = String(item.detail)
  const way = wayOf(mimeType)
  if (!way) throw new ItemSkipped(skipReason(mimeType, undefined) ?? 'Files of this kind are not read.')
  const call = driveCalls(apiUrl, pass)
  const options = { responseType: 'arraybuffer' } as const
  const bytes = await call((drive) =>
    'exportAs' in way
      ? drive.files.export({ fileId: item.id, mimeType: way.exportAs }, options)
      : drive.files.get({ fileId: item.id, alt: 'media', supportsAllDrives: true }, options),
  )
  const name = item.title.toLowerCase().endsWith(`.${way.extension}`) ? item.title : `${item.title}.${way.extension}`
  const read = await pass.readFile({ name, bytes: new Uint8Array(bytes as unknown as ArrayBuffer) })
  return { ...read, text: { ...read.text, title: item.title } }
}
