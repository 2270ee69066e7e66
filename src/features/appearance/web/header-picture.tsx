import { Choice } from '../../../web/ui/choice.tsx'
import { ImageField } from '../../../web/ui/image-field.tsx'
import { HEADER_PRESETS } from '../contract.ts'
import type { LookEditing } from './use-look-editing.ts'
import { PICTURE_RULES, usePictureUpload } from './use-picture-upload.ts'

const Thumbnail = ({ url }: { url: string }) => (
  <img src={url} alt="" width={120} height={60} className="h-12 w-full object-cover" />
)

const PRESETS = HEADER_PRESETS.map(({ name, url }) => ({
  value: url,
  label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  picture: <Thumbnail url={url} />,
}))
const isPreset = (url: string | null) => HEADER_PRESETS.some((preset) => preset.url === url)

/** The picture behind the header: one of ours, or one's own. */
export function HeaderPicture({ editing }: { editing: LookEditing }) {
  const chosen = editing.values.header_bg_image_url ?? null
  const { busy, error, choose } = usePictureUpload(editing, 'header')
  const set = (url: string | null) => editing.change({ header_bg_image_url: url, header_bg_type: 'image' })
  const own = chosen && !isPreset(chosen) ? chosen : null
  return (
    <>
      <Choice
        label="Picture"
        look="tiles"
        className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2"
        options={PRESETS}
        value={chosen ?? ''}
        onValueChange={set}
      />
      <div>
        <p className="mb-1.5 text-sm font-medium">Or upload your own</p>
        <ImageField
          label="Header image"
          noun="header image"
          rules={PICTURE_RULES}
          picture={
            own && (
              <span className="w-24 shrink-0 overflow-hidden rounded-md border border-line-strong">
                <Thumbnail url={own} />
              </span>
            )
          }
          present={own !== null}
          error={error ?? editing.errors.header_bg_image_url}
          disabled={busy}
          onChoose={choose}
          onRemove={() => set(null)}
        />
        <p className="mt-1.5 text-sm text-ink-faint">Visitors see it as soon as it is uploaded.</p>
      </div>
    </>
  )
}
