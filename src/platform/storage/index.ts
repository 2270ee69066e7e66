import { join } from 'node:path'
import { ConfigError, type S3Config } from '../config/index.ts'
import type { FileStorage } from './file-storage.ts'
import { localStorage } from './local-storage.ts'

export type { FileStorage, StoredFile } from './file-storage.ts'
export { checkKey, checkPrefix } from './file-storage.ts'
export { localStorage } from './local-storage.ts'

/** The storage the configuration asks for. */
export function createStorage(config: { dataDir: string; s3: S3Config | null }): FileStorage {
  if (config.s3 === null) return localStorage(join(config.dataDir, 'files'))
  // Quietly writing to the disk instead would lose the files with the machine.
  throw new ConfigError([
    {
      name: 'S3_BUCKET',
      problem: 'S3 storage is not available in this version.',
      accepted: 'unset: files stay in DATA_DIR.',
    },
  ])
}
