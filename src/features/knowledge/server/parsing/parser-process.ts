// The process in which files and pages from outside are read. It may read the program and nothing else, starts nothing,
// and ends itself when it takes too much memory: the one who asked sees it gone and says so.
import { Worker } from 'node:worker_threads'
import type { ParserAnswer, ParserTask } from './parser-protocol.ts'
import { readDocument } from './read-document.ts'
import { DAMAGED, Unreadable } from './unreadable.ts'

/** Memory limit of the whole process: input files and memory outside of the heap count, too. */
const MAX_MEMORY_BYTES = 448 * 1024 * 1024
const CHECK_INTERVAL_MS = 50

// A separate thread watches memory and parent process while a parser blocks this one; otherwise a dead parent would not
// be noticed.
const WATCH_SCRIPT = `const parent = process.ppid
setInterval(() => {
  if (process.memoryUsage.rss() > ${MAX_MEMORY_BYTES} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, ${CHECK_INTERVAL_MS})`
new Worker(WATCH_SCRIPT, { eval: true }).unref()

async function performTask(parserTask: ParserTask): Promise<ParserAnswer> {
  try {
    if (parserTask.kind === 'document')
      return { ok: true, result: await readDocument(parserTask.name, parserTask.bytes, parserTask) }
    if (parserTask.kind === 'scannedImage') {
      const { scannedImage } = await import('./scanned-image.ts')
      return { ok: true, result: await scannedImage(parserTask.bytes, parserTask.page) }
    }
    if (parserTask.kind === 'images') {
      const { pdfImages } = await import('./formats/pdf-images.ts')
      return { ok: true, result: await pdfImages(parserTask.bytes) }
    }
    const { readPage } = await import('./html/read-page.ts')
    return { ok: true, result: readPage(parserTask) }
  } catch (readError) {
    return { ok: false, reason: readError instanceof Unreadable ? readError.message : DAMAGED }
  }
}

process.on('message', (parserTask: ParserTask) => {
  void performTask(parserTask).then((parserAnswer) => process.send?.(parserAnswer))
})
process.on('disconnect', () => process.exit(0))
