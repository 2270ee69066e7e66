import { BookText, FolderOpen, type LucideIcon } from 'lucide-react'
import type { IntegrationType } from '../contract.ts'

interface ProviderTexts {
  icon: LucideIcon
  /** Short description of a connectable service. */
  description: string
  /** Noun for its items. */
  item: string
  /** The choice of what is imported. */
  choose: string
  /** Instructions for getting a token, if the service accepts one. */
  tokenHint: string
  synced: string
  disconnected: string
  connectFailed: string
  syncFailed: string
  disconnectFailed: string
}

/** Texts of each service; the toasts are given by the specification. */
export const PROVIDER_TEXTS: Record<IntegrationType, ProviderTexts> = {
  notion: {
    icon: BookText,
    description: 'Import the pages and databases that you share with Answerloom in Notion.',
    item: 'page',
    choose: 'Choose pages',
    tokenHint:
      'Create an internal integration in Notion’s settings, share the pages with it, and paste its secret here.',
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
