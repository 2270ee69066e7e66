import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { FileStorage } from '../../../platform/storage/index.ts'
import { pictureFolder } from '../../appearance/server/index.ts'
import { documentFolder } from '../../knowledge/server/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { ARCHIVED_TABLES } from './contents.ts'
import { readMembers, readRows, readWorkspace } from './read-rows.ts'

const README = `Everything a workspace of Answerloom holds, version 1 of the format.

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
export async function* archiveOf(context: WorkspaceContext, storage: FileStorage): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  const taken = (): Uint8Array[] => ready.splice(0)
  const encoder = new TextEncoder()
  const text = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    return (content: string, last: boolean) => file.push(encoder.encode(content), last)
  }
  const lines = (rows: string[]) => rows.map((row) => `${row}\n`).join('')

  text('README.txt')(README, true)
  text('workspace.json')(await readWorkspace(context), true)
  text('members.jsonl')(lines(await readMembers(context)), true)
  for (const table of ARCHIVED_TABLES) {
    const write = text(`${table.file}.jsonl`)
    for await (const rows of readRows(context, table)) {
      write(lines(rows), false)
      yield* taken()
    }
    write('', true)
  }
  for (const folder of [documentFolder(context.workspaceId), pictureFolder(context.workspaceId)]) {
    for await (const key of storage.list(folder)) {
      // Removed since the folder was listed: it is no longer the workspace's.
      if (!(await storage.stat(key))) continue
      const file = new ZipPassThrough(`files/${key}`)
      zip.add(file)
      for await (const piece of storage.get(key)) {
        file.push(piece as Uint8Array, false)
        yield* taken()
      }
      file.push(new Uint8Array(), true)
    }
  }
  zip.end()
  yield* taken()
}
