import { join } from 'node:path'
import type { S3Config } from '../config/index.ts'
import type { FileStorage } from './file-storage.ts'
import { localStorage } from './local-storage.ts'
import { s3Storage } from './s3-storage.ts'

export type { FileStorage } from './file-storage.ts'
export { fileNotFound, savedAs } from './file-storage.ts'
export { localStorage } from './local-storage.ts'
export { type MovedFiles, moveFiles } from './move-files.ts'
export { s3Storage } from './s3-storage.ts'
export { sendDownload, sendStoredFile } from './send-file.ts'

/** The storage the configuration asks for. Nothing is reached for before it is used. */
export function createStorage(config: { dataDir: string; s3: S3Config | null }): FileStorage {
  return config.s3 === null ? localStorage(filesFolder(config)) : s3Storage(config.s3)
}

/** Folder of the files on this machine. */
export const filesFolder = (config: { dataDir: string }): string => join(config.dataDir, 'files')
