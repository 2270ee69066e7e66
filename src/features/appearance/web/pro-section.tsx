import { type ReactNode, useId } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { ProNote } from '../../team/web/index.ts'
import { DEFAULT_LOOK } from '../../workspaces/contract.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Appearance } from '../contract.ts'
import type { LookEditing } from './use-look-editing.ts'

const DEFAULTS: Partial<Appearance> = DEFAULT_LOOK

/** Returns true when the workspace's plan excludes advanced customization. The server enforces it as well. */
export const useCustomizationLock = (): boolean =>
  useWorkspace().current?.access.limits.advanced_customization === false

interface ProSectionProps {
  editing: LookEditing
  /** Names the group of controls. */
  label: string
  /** Which feature is part of the Pro plan, as a sentence. */
  reason: string
  /** The id of the explanation, for a control outside of the group that it describes too. */
  noteId?: string
  fields: readonly (keyof Appearance)[]
  children: ReactNode
}

/** Controls of the advanced customization. Without it they are disabled, and what is set can go back to its default. */
export function ProSection({ editing, label, reason, noteId: givenId, fields, children }: ProSectionProps) {
  const ownId = useId()
  const noteId = givenId ?? ownId
  if (!useCustomizationLock()) return children
  const custom = fields.filter((name) => editing.values[name] !== DEFAULTS[name])
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <ProNote id={noteId}>
        {reason}
        {custom.length > 0 && ' Existing settings stay.'}
      </ProNote>
      {custom.length > 0 && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => editing.change(Object.fromEntries(custom.map((name) => [name, DEFAULTS[name]])))}
        >
          Reset to default
        </Button>
      )}
      <fieldset disabled aria-label={label} aria-describedby={noteId} className="flex min-w-0 flex-col gap-5">
        {children}
      </fieldset>
    </div>
  )
}
