import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../web/api/api.ts'
import { cx } from '../../../web/ui/class-names.ts'
import { DropZone } from '../../../web/ui/drop-zone.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { Ledger } from './ledger.tsx'
import { SourceCards } from './source-cards.tsx'
import { ACCEPTED_FILES } from './uploads/file-problem.ts'
import { UploadList } from './uploads/upload-list.tsx'
import { useUploads } from './uploads/use-uploads.ts'
import { useLedgerFilters } from './use-ledger-filters.ts'
import { WebsiteList } from './websites/website-list.tsx'

/** Origins of knowledge, and the state of each source. */
export function SourcesTab() {
  const { can } = useWorkspace()
  const uploads = useUploads()
  const ledger = useLedgerFilters()
  const { isPending } = useQuery(api.knowledge.websites.list.queryOptions())
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropZone
      label="Sources"
      invitation="Drop your files to upload them"
      disabled={!can('source.write')}
      onFiles={uploads.add}
    >
      {can('source.write') && <SourceCards onUpload={() => input.current?.click()} />}
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        aria-label="Files to upload"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <UploadList uploads={uploads.list} onDismiss={uploads.dismiss} />
      <WebsiteList onShowPages={ledger.setWebsite} />
      {/* Invisible until the websites above have their height: nothing moves when they arrive. */}
      <div className={cx(isPending && 'invisible')}>
        <Ledger state={ledger} />
      </div>
    </DropZone>
  )
}
