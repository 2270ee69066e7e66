import { copyFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ModelSource } from './model-source.ts'

/** A model in a folder of this machine. */
export async function openFolderSource(sourceFolder: string): Promise<ModelSource> {
  const folderEntries = await readdir(sourceFolder, { recursive: true, withFileTypes: true })
  const sourceFiles = folderEntries
    .filter((folderEntry) => folderEntry.isFile() || folderEntry.isSymbolicLink())
    .map(async (folderEntry) => {
      const filePath = path.join(folderEntry.parentPath, folderEntry.name)
      const { size } = await stat(filePath)
      return { path: path.relative(sourceFolder, filePath).replaceAll(path.sep, '/'), bytes: size, checksum: null }
    })
  return {
    source: path.basename(path.resolve(sourceFolder)),
    revision: null,
    languages: null,
    files: await Promise.all(sourceFiles),
    fetchFile: async (sourceFile, targetPath, reportBytes) => {
      await copyFile(path.join(sourceFolder, sourceFile.path), targetPath)
      reportBytes(sourceFile.bytes)
    },
  }
}
