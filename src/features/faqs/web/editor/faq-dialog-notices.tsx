import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import { FormError } from '../../../../web/ui/form.tsx'
import { PlanAction } from '../../../workspaces/web/index.ts'

const textButton = 'font-medium text-link underline-offset-2 hover:underline'

/** The unsaved text of last time is back. */
export function DraftNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p role="status" className="mb-4 rounded-lg bg-teal-soft px-3.5 py-2.5 text-md">
      Your unsaved text is back.{' '}
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
      You are writing this in another tab too. Only the text you changed last is kept as your draft.
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
