export { createArchiveFiles } from './archive-files.ts'
