import { CircleAlert, CircleCheck, FileText, Paperclip, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import { UPLOAD_FILES_MAX } from '../../../knowledge/contract.ts'
import { ACCEPTED_FILES, uploadingText } from '../../../knowledge/web/index.ts'
import type { Attachment, useAttachments } from './use-attachments.ts'

/** Files to be read into the knowledge base with the FAQ. */
export function AttachmentsField({ attachments }: { attachments: ReturnType<typeof useAttachments> }) {
  const picker = useRef<HTMLInputElement>(null)
  const id = useId()
  const { list } = attachments
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">
        Attachments <span className="font-normal text-ink-faint">(optional)</span>
      </legend>
      <AttachmentList list={list} onRemove={attachments.remove} />
      <input
        ref={picker}
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        aria-label="Attach files"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          attachments.add([...(event.target.files ?? [])])
          // So that a file that was removed can be chosen again.
          event.target.value = ''
        }}
      />
      <Button
        icon={<Paperclip size={15} aria-hidden="true" />}
        disabled={list.length >= UPLOAD_FILES_MAX}
        onClick={() => picker.current?.click()}
      >
        Attach files
      </Button>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-faint">
        PDF, Word, PowerPoint, text or Markdown, up to 25 MB each. They are added to your knowledge base.
      </p>
    </fieldset>
  )
}

/** Each file with how far it has come. */
export function AttachmentList({ list, onRemove }: { list: Attachment[]; onRemove: (key: number) => void }) {
  if (list.length === 0) return null
  return (
    <ul aria-label="Attached files" className="mb-2 divide-y divide-line rounded-lg border border-line bg-surface">
      {list.map(({ key, file, state, sent, problem }) => (
        <li key={key} className="flex min-h-11 items-center gap-3 px-3.5 py-1.5">
          <StateIcon state={problem ? 'failed' : state} />
          <p className="min-w-0 flex-1 text-md">
            <span className="block truncate font-medium">{file.name}</span>
            <span className={problem ? 'text-sm text-bad' : 'text-sm text-ink-soft'}>
              {problem ?? (state === 'uploading' ? uploadingText(sent) : STATES[state])}
            </span>
          </p>
          {state !== 'uploading' && state !== 'uploaded' && (
            <IconButton
              label={`Remove ${file.name}`}
              tooltip={false}
              icon={<X size={15} />}
              onClick={() => onRemove(key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const STATES: Record<Exclude<Attachment['state'], 'uploading'>, string> = {
  chosen: 'Uploaded with the FAQ',
  uploaded: 'Uploaded, and being read',
  failed: 'Not uploaded',
}

function StateIcon({ state }: { state: Attachment['state'] }) {
  if (state === 'uploading') return <Spinner size={16} />
  const Icon = state === 'failed' ? CircleAlert : state === 'uploaded' ? CircleCheck : FileText
  const tone = state === 'failed' ? 'text-bad' : state === 'uploaded' ? 'text-good' : 'text-ink-faint'
  return <Icon size={16} aria-hidden="true" className={`shrink-0 ${tone}`} />
}
