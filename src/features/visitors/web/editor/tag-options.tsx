import { Choice } from '../../../../web/ui/choice.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { Switch } from '../../../../web/ui/switch.tsx'
import type { TagOptions } from '../../domain/embed-snippet.ts'
import { FRAME_LIMIT } from '../../domain/frame.ts'

const MODES = [
  { value: 'inline', label: 'In a page' },
  { value: 'launcher', label: 'Floating button' },
] as const
const POSITIONS = [
  { value: 'bottom-left', label: 'Bottom left' },
  { value: 'bottom-right', label: 'Bottom right' },
] as const
const THEMES = [
  { value: '', label: 'Visitor’s system' },
  { value: 'light', label: 'Always light' },
  { value: 'dark', label: 'Always dark' },
] as const
const LIMITS = Array.from({ length: FRAME_LIMIT.most }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}))

const LABEL_MAX = 40

interface TagOptionsFieldsProps {
  options: TagOptions
  onChange: (options: TagOptions) => void
  /** The widget's height in the preview, in pixels; null while it is unknown. */
  height: number | null
}

/** Options in the code only; they are not stored. */
export function TagOptionsFields({ options, onChange, height }: TagOptionsFieldsProps) {
  const change = (changes: Partial<TagOptions>) => onChange({ ...options, ...changes })
  const launcher = options.mode === 'launcher'
  return (
    <div className="flex flex-col gap-4">
      <Choice label="Display" options={MODES} value={options.mode} onValueChange={(mode) => change({ mode })} />
      {launcher ? (
        <>
          <Choice
            label="Corner"
            options={POSITIONS}
            value={options.position}
            onValueChange={(position) => change({ position })}
          />
          <Field label="Button label" optional hint="Without a label the button is round.">
            <Input
              value={options.label}
              maxLength={LABEL_MAX}
              placeholder="Questions?"
              autoComplete="off"
              onChange={(event) => change({ label: event.target.value })}
            />
          </Field>
          <Switch checked={options.hasPageColor} onCheckedChange={(hasPageColor) => change({ hasPageColor })}>
            <span className="block">Button in the color of your page</span>
            <span className="mt-0.5 block text-sm text-ink-faint">
              It follows the accent, without new code on your website.
            </span>
          </Switch>
        </>
      ) : (
        <Switch
          checked={options.minHeight !== null}
          disabled={height === null && options.minHeight === null}
          onCheckedChange={(on) => change({ minHeight: on ? height : null })}
        >
          <span className="block">Reserve {options.minHeight ?? height ?? 'some'} pixels of height</span>
          <span className="mt-0.5 block text-sm text-ink-faint">
            Use it in the middle of a page, so that the content below does not move.
          </span>
        </Switch>
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <Field label="Color scheme">
          <Select options={THEMES} value={options.theme} onValueChange={(theme) => change({ theme })} />
        </Field>
        <Field label="FAQs shown at once">
          <Select
            options={LIMITS}
            value={String(options.limit ?? FRAME_LIMIT.usual)}
            onValueChange={(text) => change({ limit: Number(text) === FRAME_LIMIT.usual ? null : Number(text) })}
          />
        </Field>
      </div>
    </div>
  )
}
