import type { Provider } from '../provider.ts'
import { browseDrive } from './browse-files.ts'
import { driveAddresses, driveOAuth } from './drive-oauth.ts'
import { findFile, listFiles } from './list-files.ts'
import { readDriveFile } from './read-file.ts'

/** The Google Drive provider: reads the selected folders, files and shared drives, and nothing else. */
export function driveProvider(o: {
  /** Null where the operator has not set Google up. */
  client: { id: string; secret: string } | null
  /** Variables that the operator must set, if any. */
  missing: readonly string[]
  /** In the place of Google's addresses; null: Google's. */
  apiUrl: string | null
}): Provider {
  const at = driveAddresses(o.apiUrl)
  return {
    type: 'google-drive',
    name: 'Google Drive',
    oauth: o.client && driveOAuth(at, o.client),
    missing: o.client ? [] : o.missing,
    checkToken: null,
    mustChoose: true,
    browse: (wanted, withAccess) => browseDrive(at.api, wanted, withAccess),
    list: (pass) => listFiles(at.api, pass),
    find: (id, pass) => findFile(at.api, id, pass),
    read: (item, pass) => readDriveFile(at.api, item, pass),
  }
}
