// Reads a file in a worker, so that the page stays responsive, and keeps its rows there.
import { detect } from 'chardet'
import { decodeText } from '../../../../kernel/decode-text.ts'
import { FILE_MOST_BYTES, FileRefusal } from '../../domain/transfer/file-table.ts'
import { ImportFile } from '../../domain/transfer/import-file.ts'
import { refusalOfBytes } from '../../domain/transfer/read-file.ts'
import type { FileReply, FileRequest } from './file-protocol.ts'

let open: ImportFile | null = null
let name = ''
let text = ''

function decode(encoding: string, bytes: Uint8Array, fatal: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

async function read(file: File): Promise<void> {
  if (file.size === 0) throw new FileRefusal('This file is empty. There is nothing to import.')
  if (file.size > FILE_MOST_BYTES)
    throw new FileRefusal('This file is larger than 100 MB. Nothing was imported. Please cut it into smaller files.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const refusal = refusalOfBytes(bytes)
  if (refusal) throw new FileRefusal(refusal)
  name = file.name
  text = decodeText(bytes, { decode, detect })
}

async function answer(request: FileRequest): Promise<unknown> {
  if (request.kind === 'read') {
    await read(request.file)
    open = new ImportFile(name, text)
    return open.summary()
  }
  if (request.kind === 'headed') {
    open = new ImportFile(name, text, request.headed)
    return open.summary()
  }
  if (!open) throw new FileRefusal('No file is open.')
  if (request.kind === 'plan') return open.plan(request.choices)
  if (request.kind === 'batch') return open.batch(request.from)
  if (request.kind === 'questions') return open.questions(request.from, request.count)
  return open.report(request.results)
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; request: FileRequest }>) => {
  const reply = (rest: Omit<FileReply, 'id'>) => postMessage({ id: data.id, ...rest } satisfies FileReply)
  answer(data.request).then(
    (result) => reply({ result }),
    (error: unknown) =>
      reply({ refusal: error instanceof FileRefusal ? error.message : 'This file could not be read.' }),
  )
})
