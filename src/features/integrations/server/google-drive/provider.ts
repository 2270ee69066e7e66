import type { ProvidersConfig } from '../load-providers.ts'
import type { Provider } from '../provider.ts'
import { browseDrive } from './browse-files.ts'
import { driveAddresses, driveOAuth } from './drive-oauth.ts'
import { findFile, listFiles } from './list-files.ts'
import { readDriveFile } from './read-file.ts'

/**
 * The Google Drive provider: reads the selected folders, files and shared drives, and nothing else. It takes the OAuth
 * client that people sign in with, if that is one of Google's.
 */
export function createProvider({ google }: ProvidersConfig): Provider {
  const at = driveAddresses(google?.apiUrl ?? null)
  const client = google?.drive ? { id: google.clientId, secret: google.clientSecret } : null
  const missing = google ? ['GOOGLE_DRIVE'] : ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
  return {
    oauth: client && driveOAuth(at, client),
    missing: client ? [] : missing,
    checkToken: null,
    browse: (wanted, withAccess) => browseDrive(at.api, wanted, withAccess),
    list: (pass) => listFiles(at.api, pass),
    find: (id, pass) => findFile(at.api, id, pass),
    read: (item, pass) => readDriveFile(at.api, item, pass),
  }
}
