import { copyFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ModelSource } from './model-source.ts'

/** A model in a folder of this machine. */
export async function openFolderSource(folder: string): Promise<ModelSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const { size } = await stat(file)
      return { path: path.relative(folder, file).replaceAll(path.sep, '/'), bytes: size, checksum: null }
    })
  return {
    source: path.basename(path.resolve(folder)),
    revision: null,
    languages: null,
    files: await Promise.all(files),
    fetchFile: async (file, target, onBytes) => {
      await copyFile(path.join(folder, file.path), target)
      onBytes(file.bytes)
    },
  }
}
