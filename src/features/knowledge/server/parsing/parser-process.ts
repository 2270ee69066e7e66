// The process in which files and pages from outside are read. It may read the program and nothing else, starts nothing,
// and ends itself when it takes too much memory: the one who asked sees it gone and says so.
import { Worker } from 'node:worker_threads'
import type { ParserAnswer, ParserTask } from './parser-protocol.ts'
import { readDocument } from './read-document.ts'
import { DAMAGED, Unreadable } from './unreadable.ts'

/** Memory limit of the whole process: input files and memory outside of the heap count, too. */
const MEMORY_MAX = 448 * 1024 * 1024
const LOOK_MS = 50

// A separate thread watches memory and parent process while a parser blocks this one; otherwise a dead parent would not
// be noticed.
const WATCH = `const asker = process.ppid
setInterval(() => {
  if (process.memoryUsage.rss() > ${MEMORY_MAX} || process.ppid !== asker) process.kill(process.pid, 'SIGKILL')
}, ${LOOK_MS})`
new Worker(WATCH, { eval: true }).unref()

async function read(task: ParserTask): Promise<ParserAnswer> {
  try {
    if (task.kind === 'document') return { ok: true, result: await readDocument(task.name, task.bytes, task) }
    if (task.kind === 'picture') {
      const { scannedPicture } = await import('./scanned-picture.ts')
      return { ok: true, result: await scannedPicture(task.bytes, task.page) }
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
