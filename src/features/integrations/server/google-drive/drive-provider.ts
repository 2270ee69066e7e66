import type { Provider } from '../provider.ts'
import { browseDrive } from './browse-files.ts'
import { driveAddresses, driveOAuth } from './drive-oauth.ts'
import { findFile, listFiles } from './list-files.ts'
import { readDriveFile } from './read-file.ts'

/** The Google Drive provider: reads the selected folders, files and shared drives, and nothing else. */
export function driveProvider(options: {
  /** Null where the operator has not set Google up. */
  client: { id: string; secret: string } | null
  /** Variables that the operator must set, if any. */
  missing: readonly string[]
  /** In the place of Google's addresses; null: Google's. */
  apiUrl: string | null
}): Provider {
  const at = driveAddresses(options.apiUrl)
  return {
    type: 'google-drive',
    name: 'Google Drive',
    oauth: options.client && driveOAuth(at, options.client),
    missing: options.client ? [] : options.missing,
    checkToken: null,
    mustChoose: true,
    browse: (wanted, withAccess) => browseDrive(at.api, wanted, withAccess),
    list: (pass) => listFiles(at.api, pass),
    find: (id, pass) => findFile(at.api, id, pass),
    read: (item, pass) => readDriveFile(at.api, item, pass),
  }
}
