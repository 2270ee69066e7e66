import type { ReactNode } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Choice } from '../../../web/ui/choice.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { hasPreset, LOOK_PRESETS } from '../domain/look-presets.ts'
import { ColorField } from './look-field.tsx'
import type { LookEditing } from './use-look-editing.ts'

const NEUTRAL_OPTIONS = [
  { value: 'warm', label: 'Warm' },
  { value: 'plain', label: 'Plain' },
  { value: 'cool', label: 'Cool' },
  { value: 'green', label: 'Green' },
] as const
const CORNER_OPTIONS = [
  { value: 'square', label: 'Square' },
  { value: 'small', label: 'Small' },
  { value: 'soft', label: 'Soft' },
  { value: 'round', label: 'Round' },
] as const
const FONT_OPTIONS = [
  { value: 'system', label: 'System font (no download)' },
  { value: 'instrument-sans', label: 'Instrument Sans' },
  { value: 'inter', label: 'Inter' },
  { value: 'source-serif', label: 'Source Serif' },
  { value: 'atkinson', label: 'Atkinson Hyperlegible' },
] as const

interface StyleSectionProps {
  editing: LookEditing
  /** Notice of the colors that replace an unreadable accent. */
  accentChanges: ReactNode
}

/** Colors, corners and font of the whole page, with presets to start from. */
export function StyleSection({ editing, accentChanges }: StyleSectionProps) {
  const { values, look, change } = editing
  const accent = values.accent_color ?? ''
  return (
    <>
      <Presets editing={editing} />
      <div>
        <ColorField
          editing={editing}
          name="accent_color"
          label="Accent color"
          hint="For buttons, links and selected categories. If it is empty, the header’s color is used."
          effective={look.header_bg_type === 'gradient' ? look.header_bg_gradient_from : look.header_bg_color}
        />
        {accent !== '' && (
          <Button size="sm" className="mt-2" onClick={() => change({ accent_color: '' })}>
            Use the header’s color
          </Button>
        )}
      </div>
      {accentChanges}
      <Choice
        label="Background tint"
        options={NEUTRAL_OPTIONS}
        value={values.neutral ?? 'warm'}
        onValueChange={(neutral) => change({ neutral })}
      />
      <Choice
        label="Corners"
        options={CORNER_OPTIONS}
        value={values.corners ?? 'soft'}
        onValueChange={(corners) => change({ corners })}
      />
      <Field
        label="Font"
        hint="Served by this server. Characters that the font lacks appear in the visitor’s system font."
      >
        <Select options={FONT_OPTIONS} value={values.font ?? 'system'} onValueChange={(font) => change({ font })} />
      </Field>
    </>
  )
}

function Presets({ editing }: { editing: LookEditing }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Start from</legend>
      <div className="grid grid-cols-3 gap-2">
        {LOOK_PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            aria-pressed={hasPreset(editing.look, preset)}
            onClick={() => editing.change(preset.look)}
            className="overflow-hidden rounded-lg border border-line-strong bg-surface text-left text-sm hover:border-control aria-pressed:border-ink aria-pressed:outline-2 aria-pressed:-outline-offset-1 aria-pressed:outline-ink"
          >
            <Swatch background={preset.look.header_bg_color} accent={preset.look.accent_color} />
            <span className="block px-2.5 py-1.5 font-medium">{preset.name}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const Swatch = ({ background, accent }: { background: string; accent: string | null }) => (
  <svg viewBox="0 0 60 24" aria-hidden="true" className="block h-8 w-full" preserveAspectRatio="none">
    <rect width="60" height="24" fill={background} />
    {accent && <rect x="42" width="18" height="24" fill={accent} />}
  </svg>
)
