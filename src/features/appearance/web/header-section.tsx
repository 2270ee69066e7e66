import { Choice } from '../../../web/ui/choice.tsx'
import { ContrastNotice } from './contrast-notice.tsx'
import { DirectionPicker } from './direction-picker.tsx'
import { HeaderPicture } from './header-picture.tsx'
import { ColourField } from './look-field.tsx'
import type { LookEditing } from './use-look-editing.ts'

const BACKGROUNDS = [
  { value: 'color', label: 'Solid Color' },
  { value: 'image', label: 'Image' },
  { value: 'gradient', label: 'Gradient' },
] as const

/** The colours of the header, and what lies behind it. */
export function HeaderSection({ editing }: { editing: LookEditing }) {
  const type = editing.values.header_bg_type ?? 'color'
  return (
    <>
      <ColourField editing={editing} name="header_text_color" label="Text color" />
      <Choice
        label="Background"
        options={BACKGROUNDS}
        value={type}
        onValueChange={(header_bg_type) => editing.change({ header_bg_type })}
      />
      {type === 'color' && <ColourField editing={editing} name="header_bg_color" label="Background color" />}
      {type === 'image' && <HeaderPicture editing={editing} />}
      {type === 'gradient' && (
        <>
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
            <ColourField editing={editing} name="header_bg_gradient_from" label="From" />
            <ColourField editing={editing} name="header_bg_gradient_to" label="To" />
          </div>
          <DirectionPicker editing={editing} />
        </>
      )}
      <ContrastNotice editing={editing} />
    </>
  )
}
