import { Switch } from '../../../web/ui/switch.tsx'
import { BORDER_WIDTH_MAX, CALL_TO_ACTION_MAX, HEADING_MAX } from '../contract.ts'
import { LayoutPicker } from './layout-picker.tsx'
import { ColorField, LookField } from './look-field.tsx'
import { ProSection } from './pro-section.tsx'
import type { LookEditing } from './use-look-editing.ts'

const FIELDS = ['widget_show_powered_by', 'widget_border_width', 'widget_border_color'] as const

/** The widget's texts, its badge and the border around it. */
export function GeneralSection({ editing }: { editing: LookEditing }) {
  return (
    <>
      <LayoutPicker editing={editing} />
      <LookField
        editing={editing}
        name="widget_heading"
        label="Widget heading"
        maxLength={HEADING_MAX}
        placeholder="Frequently Asked Questions"
      />
      <LookField
        editing={editing}
        name="widget_call_to_action"
        label="Call to action"
        maxLength={CALL_TO_ACTION_MAX}
        placeholder="Find answers to common questions"
      />
      <ProSection
        editing={editing}
        label="Badge and border"
        reason="Removing the badge and changing the border are part of the Pro plan."
        fields={FIELDS}
      >
        <Switch
          checked={editing.values.widget_show_powered_by ?? true}
          onCheckedChange={(on) => editing.change({ widget_show_powered_by: on })}
        >
          <span className="block font-medium">Show “Powered by Answerloom”</span>
          <span className="mt-0.5 block text-sm text-ink-faint">
            A small badge at the bottom of the page and the widget.
          </span>
        </Switch>
        <LookField
          editing={editing}
          name="widget_border_width"
          label="Border width"
          type="number"
          min={0}
          max={BORDER_WIDTH_MAX}
          step={1}
          inputMode="numeric"
          hint={`0 to ${BORDER_WIDTH_MAX} pixels, around the embedded widget.`}
        />
        <ColorField editing={editing} name="widget_border_color" label="Border color" />
      </ProSection>
    </>
  )
}
