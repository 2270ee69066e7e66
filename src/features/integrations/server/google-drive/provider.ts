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
  const addresses = driveAddresses(google?.apiUrl ?? null)
  const oauthClient = google?.drive ? { id: google.clientId, secret: google.clientSecret } : null
  const missingSettings = google ? ['GOOGLE_DRIVE'] : ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
  return {
    oauth: oauthClient && driveOAuth(addresses, oauthClient),
    missing: oauthClient ? [] : missingSettings,
    checkToken: null,
    browse: (browseOptions, withAccess) => browseDrive(addresses.api, browseOptions, withAccess),
    list: (providerPass) => listFiles(addresses.api, providerPass),
    find: (fileId, providerPass) => findFile(addresses.api, fileId, providerPass),
    read: (foundItem, providerPass) => readDriveFile(addresses.api, foundItem, providerPass),
  }
}
