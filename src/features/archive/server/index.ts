export { createArchiveFiles } from './archive-files.ts'
export { sendArchive } from './send-archive.ts'
