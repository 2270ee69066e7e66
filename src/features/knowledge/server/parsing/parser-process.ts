// The process in which files and pages from outside are read. It may read the program and nothing else, starts nothing,
// and ends itself when it takes too much memory: the one who asked sees it gone and says so.
import { Worker } from 'node:worker_threads'
import type { ParserAnswer, ParserTask } from './parser-protocol.ts'
import { readDocument } from './read-document.ts'
import { DAMAGED, Unreadable } from './unreadable.ts'

/** Memory limit of the whole process: input files and memory outside of the heap count, too. */
const MEMORY_MAX = 448 * 1024 * 1024
const CHECK_INTERVAL_MS = 50

// A separate thread watches memory and parent process while a parser blocks this one; otherwise a dead parent would not
// be noticed.
const WATCH = `const parent = process.ppid
setInterval(() => {
  if (process.memoryUsage.rss() > ${MEMORY_MAX} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, ${CHECK_INTERVAL_MS})`
new Worker(WATCH, { eval: true }).unref()

async function read(task: ParserTask): Promise<ParserAnswer> {
  try {
    if (task.kind === 'document') return { ok: true, result: await readDocument(task.name, task.bytes, task) }
    if (task.kind === 'scannedImage') {
      const { scannedImage } = await import('./scanned-image.ts')
      return { ok: true, result: await scannedImage(task.bytes, task.page) }
    }
    if (task.kind === 'images') {
      const { pdfImages } = await import('./formats/pdf-images.ts')
      return { ok: true, result: await pdfImages(task.bytes) }
    }
    const { readPage } = await import('./html/read-page.ts')
    return { ok: true, result: readPage(task) }
  } catch (error) {
    return { ok: false, reason: error instanceof Unreadable ? error.message : DAMAGED }
  }
}

process.on('message', (task: ParserTask) => {
  void read(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
