import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { pictureFolder } from '../../appearance/server/index.ts'
import { documentFolder } from '../../knowledge/server/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { ARCHIVED_TABLES } from './contents.ts'
import { readMembers, readRows, readWorkspace } from './read-rows.ts'

const README_TEXT = `Everything a workspace of Answerloom holds, version 1 of the format.

workspace.json: its name, addresses, look and settings.
members.jsonl: who belongs to it.
${ARCHIVED_TABLES.map(({ file, says }) => `${file}.jsonl: ${says}.`).join('\n')}
files/: uploaded documents and pictures as they were stored.

Files ending in .jsonl hold one JSON object a line. Times are in UTC. What was changed while the archive was being made
may be in it or not; each line is whole. The search index is not in it: it is made of FAQs and passages.
`

/**
 * The archive as it is read, piece by piece: no more of it is in memory than a page of rows.
 * @throws Error when a file or a page cannot be read: the archive then breaks off and does not open
 */
export async function* archiveOf(context: WorkspaceContext, fileStorage: FileStorage): AsyncGenerator<Uint8Array> {
  const readyPieces: Uint8Array[] = []
  const zipStream = new Zip((error, zipPiece) => {
    if (error) throw error
    readyPieces.push(zipPiece)
  })
  const takeReady = (): Uint8Array[] => readyPieces.splice(0)
  const textEncoder = new TextEncoder()
  const addText = (entryName: string) => {
    const zipEntry = new ZipDeflate(entryName, { level: 6 })
    zipStream.add(zipEntry)
    return (entryContent: string, isLast: boolean) => zipEntry.push(textEncoder.encode(entryContent), isLast)
  }
  const linesOf = (tableRows: string[]) => tableRows.map((tableRow) => `${tableRow}\n`).join('')

  addText('README.txt')(README_TEXT, true)
  addText('workspace.json')(await readWorkspace(context), true)
  addText('members.jsonl')(linesOf(await readMembers(context)), true)
  for (const archivedTable of ARCHIVED_TABLES) {
    const writeText = addText(`${archivedTable.file}.jsonl`)
    for await (const tableRows of readRows(context, archivedTable)) {
      writeText(linesOf(tableRows), false)
      yield* takeReady()
    }
    writeText('', true)
  }
  for (const fileFolder of [documentFolder(context.workspaceId), pictureFolder(context.workspaceId)]) {
    for await (const storageKey of fileStorage.list(fileFolder)) {
      // Removed since the folder was listed: it is no longer the workspace's.
      if (!(await fileStorage.stat(storageKey))) continue
      const zipEntry = new ZipPassThrough(`files/${storageKey}`)
      zipStream.add(zipEntry)
      for await (const filePiece of fileStorage.get(storageKey)) {
        zipEntry.push(filePiece as Uint8Array, false)
        yield* takeReady()
      }
      zipEntry.push(new Uint8Array(), true)
    }
  }
  zipStream.end()
  yield* takeReady()
}
