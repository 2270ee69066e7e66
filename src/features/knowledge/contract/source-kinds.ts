/** Icons of source kinds, by name: the contract is used on the server, too. `web/source-icons.ts` draws them. */
export const SOURCE_ICONS = ['globe', 'file', 'text', 'book', 'folder', 'plug'] as const
export type SourceIcon = (typeof SOURCE_ICONS)[number]

interface KindLabel {
  one: string
  many: string
}

/** A connected service, whose items are sources. The specification gives the toasts. */
export interface ServiceDescription {
  name: string
  description: string
  /** Noun for one of its items. */
  item: string
  /** True when nothing is imported before the user selects items. */
  mustChoose: boolean
  /** Button that opens the selection. */
  choose: string
  /** Instructions for getting a token, if the service accepts one. */
  tokenHint: string
  synced: string
  disconnected: string
  connectFailed: string
  syncFailed: string
  disconnectFailed: string
}

interface SourceKindEntry {
  label: KindLabel
  icon: SourceIcon
  /** `source_type` of its passages, as specified, with the label on the Content tab. */
  type: { name: string; label: KindLabel }
  /** Owner of its priority and links: the source itself, or its website. */
  settings: 'source' | 'website'
  service: ServiceDescription | null
}

const DOCUMENT_TYPE = { name: 'document', label: { one: 'Document', many: 'Documents' } } as const

/**
 * Registry of all source kinds; tables, filters, labels and forms follow it. The code of a connected service is in the
 * folder of its kind, `integrations/server/<kind>/provider.ts`, and is loaded from there.
 */
export const SOURCE_KIND_REGISTRY = {
  website: {
    label: { one: 'Page', many: 'Pages' },
    icon: 'globe',
    type: { name: 'url', label: { one: 'Web page', many: 'Web pages' } },
    settings: 'website',
    service: null,
  },
  document: {
    label: { one: 'File', many: 'Files' },
    icon: 'file',
    type: DOCUMENT_TYPE,
    settings: 'source',
    service: null,
  },
  text: {
    label: { one: 'Text', many: 'Texts' },
    icon: 'text',
    type: DOCUMENT_TYPE,
    settings: 'source',
    service: null,
  },
  notion: {
    label: { one: 'Notion page', many: 'Notion' },
    icon: 'book',
    type: { name: 'notion', label: { one: 'Notion', many: 'Notion' } },
    settings: 'source',
    service: {
      name: 'Notion',
      description: 'Import the pages and databases that you share with Answerloom in Notion.',
      item: 'page',
      mustChoose: false,
      choose: 'Choose pages',
      tokenHint:
        'Create an internal integration in Notion’s settings, share the pages with it, and paste its secret here.',
      synced: 'Notion pages synced successfully',
      disconnected: 'Notion integration disconnected',
      connectFailed: 'Failed to connect to Notion',
      syncFailed: 'Failed to sync Notion pages',
      disconnectFailed: 'Failed to disconnect Notion integration',
    },
  },
  'google-drive': {
    label: { one: 'Google document', many: 'Google' },
    icon: 'folder',
    type: { name: 'google', label: { one: 'Google', many: 'Google' } },
    settings: 'source',
    service: {
      name: 'Google Drive',
      description: 'Import documents, sheets, slides and files from the folders that you choose.',
      item: 'document',
      mustChoose: true,
      choose: 'Choose folders',
      tokenHint: '',
      synced: 'Google Docs synced successfully',
      disconnected: 'Google Drive integration disconnected',
      connectFailed: 'Failed to connect to Google Drive',
      syncFailed: 'Failed to sync Google Docs',
      disconnectFailed: 'Failed to disconnect Google Drive integration',
    },
  },
} as const satisfies Record<string, SourceKindEntry>

type KindRegistry = typeof SOURCE_KIND_REGISTRY
export type SourceKind = keyof KindRegistry
export type ServiceKind = {
  [Kind in SourceKind]: KindRegistry[Kind]['service'] extends null ? never : Kind
}[SourceKind]
/** `source_type` of a passage, as specified. */
export type SourceType = 'faq' | KindRegistry[SourceKind]['type']['name']

type AtLeastOne<Name> = [Name, ...Name[]]

export const SOURCE_KINDS = Object.keys(SOURCE_KIND_REGISTRY) as AtLeastOne<SourceKind>
export const SERVICE_KINDS = SOURCE_KINDS.filter(
  (kind) => SOURCE_KIND_REGISTRY[kind].service !== null,
) as AtLeastOne<ServiceKind>
export const SOURCE_TYPES = [...new Set<SourceType>(['faq', ...SOURCE_KINDS.map(typeOfKind)])] as AtLeastOne<SourceType>

export function typeOfKind(kind: SourceKind): SourceType {
  return SOURCE_KIND_REGISTRY[kind].type.name
}

/** It can be read at its own address; the items of connected services mostly ask for an account there. */
export const isOnline = ({ kind, url }: { kind: SourceKind; url: string | null }): boolean =>
  url !== null && SOURCE_KIND_REGISTRY[kind].service === null

export const describeService = (kind: ServiceKind): ServiceDescription => SOURCE_KIND_REGISTRY[kind].service
