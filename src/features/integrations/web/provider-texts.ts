import { BookText, FolderOpen, type LucideIcon } from 'lucide-react'
import type { IntegrationType } from '../contract.ts'

interface ProviderTexts {
  icon: LucideIcon
  /** What it is good for, where it can be connected. */
  description: string
  /** What its items are called. */
  item: string
  /** The choice of what is imported. */
  choose: string
  /** Where a token comes from, if it takes one. */
  tokenHint: string
  synced: string
  disconnected: string
  connectFailed: string
  syncFailed: string
  disconnectFailed: string
}

/** What is said of each service; the sentences of toasts are the specification's. */
export const PROVIDER_TEXTS: Record<IntegrationType, ProviderTexts> = {
  notion: {
    icon: BookText,
    description: 'Import the pages and databases that you share with Answerloom in Notion.',
    item: 'page',
    choose: 'Choose pages',
    tokenHint: 'Make an internal integration in Notion’s settings, share the pages with it, and paste its secret here.',
    synced: 'Notion pages synced successfully',
    disconnected: 'Notion integration disconnected',
    connectFailed: 'Failed to connect to Notion',
    syncFailed: 'Failed to sync Notion pages',
    disconnectFailed: 'Failed to disconnect Notion integration',
  },
  'google-drive': {
    icon: FolderOpen,
    description: 'Import documents, sheets, slides and files from the folders that you choose.',
    item: 'document',
    choose: 'Choose folders',
    tokenHint: '',
    synced: 'Google Docs synced successfully',
    disconnected: 'Google Drive integration disconnected',
    connectFailed: 'Failed to connect to Google Drive',
    syncFailed: 'Failed to sync Google Docs',
    disconnectFailed: 'Failed to disconnect Google Drive integration',
  },
}
