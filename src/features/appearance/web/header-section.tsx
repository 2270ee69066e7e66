import { useId } from 'react'
import { Badge } from '../../../web/ui/badge.tsx'
import { Choice } from '../../../web/ui/choice.tsx'
import { ProNote } from '../../team/web/index.ts'
import { ContrastNotice } from './contrast-notice.tsx'
import { DirectionPicker } from './direction-picker.tsx'
import { HeaderPicture } from './header-picture.tsx'
import { ColorField } from './look-field.tsx'
import { ProSection, useCustomizationLock } from './pro-section.tsx'
import type { LookEditing } from './use-look-editing.ts'

const BACKGROUNDS = [
  { value: 'color', label: 'Solid Color' },
  { value: 'image', label: 'Image' },
  { value: 'gradient', label: 'Gradient' },
] as const

const ADVANCED = [
  'header_bg_type',
  'header_bg_image_url',
  'header_bg_gradient_from',
  'header_bg_gradient_to',
  'header_bg_gradient_direction',
] as const
const REASON = 'Gradient and image headers are part of the Pro plan.'

/** The colors of the header, and its background. */
export function HeaderSection({ editing }: { editing: LookEditing }) {
  const locked = useCustomizationLock()
  const noteId = useId()
  const type = editing.values.header_bg_type ?? 'color'
  // Selecting the stored value again is not an edit.
  const options = BACKGROUNDS.map((option) => {
    const disabled = locked && option.value !== 'color' && option.value !== editing.stored.header_bg_type
    return { ...option, disabled, aside: disabled && <Badge tone="accent">Pro</Badge> }
  })
  return (
    <>
      <ColorField editing={editing} name="header_text_color" label="Text color" />
      <Choice
        label="Background"
        describedBy={locked ? noteId : undefined}
        options={options}
        value={type}
        onValueChange={(header_bg_type) => editing.change({ header_bg_type })}
      />
      {type === 'color' ? (
        <>
          {locked && <ProNote id={noteId}>{REASON}</ProNote>}
          <ColorField editing={editing} name="header_bg_color" label="Background color" />
        </>
      ) : (
        <ProSection editing={editing} label="Background details" reason={REASON} noteId={noteId} fields={ADVANCED}>
          {type === 'image' ? <HeaderPicture editing={editing} /> : <Gradient editing={editing} />}
        </ProSection>
      )}
      {type === 'image' && <ColorField editing={editing} name="header_bg_color" label="Color while the image loads" />}
      <ContrastNotice editing={editing} />
    </>
  )
}

const Gradient = ({ editing }: { editing: LookEditing }) => (
  <>
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      <ColorField editing={editing} name="header_bg_gradient_from" label="From" />
      <ColorField editing={editing} name="header_bg_gradient_to" label="To" />
    </div>
    <DirectionPicker editing={editing} />
  </>
)
