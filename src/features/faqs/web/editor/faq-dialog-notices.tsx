import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import { FormError } from '../../../../web/ui/form.tsx'
import { PlanAction } from '../../../workspaces/web/index.ts'
import type { NewerVersion } from './use-newer-version.ts'

const textButton = 'font-medium text-link underline-offset-2 hover:underline'

/** The unsaved text of last time is back. */
export function DraftNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p role="status" className="mb-4 rounded-lg bg-teal-soft px-3.5 py-2.5 text-md">
      Your unsaved text was restored.{' '}
      <button type="button" className={textButton} onClick={onStartOver}>
        Start over
      </button>
    </p>
  )
}

/** The same FAQ is being written in two tabs. */
export function ElsewhereNotice() {
  return (
    <p role="status" className="mb-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-md text-warn">
      You are also editing this FAQ in another tab. Only your latest change is kept as your draft.
    </p>
  )
}

interface NewerVersionNoticeProps {
  newer: NewerVersion
  /** Labels of the fields that the other user changed. */
  fields: readonly string[]
  /** Null where both users changed the same field: they are asked when they save. */
  onTake: (() => void) | null
}

/** Says that another user saved a newer version of the FAQ that is being edited. */
export function NewerVersionNotice({ newer: { savedBy }, fields, onTake }: NewerVersionNoticeProps) {
  const name = savedBy && savedBy.kind !== 'system' ? savedBy.name : 'Another user'
  return (
    <p role="status" className="mb-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-md text-warn">
      {name} saved a change of {fields.join(', ').toLowerCase() || 'this FAQ'}.{' '}
      {onTake ? (
        <button type="button" className={textButton} onClick={onTake}>
          Add it to your text
        </button>
      ) : (
        'You changed the same text. You can choose between both when you save.'
      )}
    </p>
  )
}

/** Why a FAQ could not be saved; a plan's limit comes with the way to raise it. */
export function SaveFailure({ error }: { error: unknown }) {
  if (error === null) return null
  const limited = error instanceof ApiError && error.kind === 'limit'
  return (
    <div className="mb-4">
      <FormError
        message={
          <>
            {messageOf(error)} {limited && <PlanAction to="/profile" look="text" />}
          </>
        }
      />
    </div>
  )
}
