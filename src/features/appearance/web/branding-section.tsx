import { ImagePlus } from 'lucide-react'
import { cx } from '../../../web/ui/class-names.ts'
import { ImageField } from '../../../web/ui/image-field.tsx'
import { PICTURE_FIELDS } from '../contract.ts'
import { LookField } from './look-field.tsx'
import type { LookEditing } from './use-look-editing.ts'
import { PICTURE_RULES, usePictureUpload } from './use-picture-upload.ts'

const ADDRESSES = [
  ['website_url', 'Website URL', 'https://www.example.com'],
  ['social_twitter', 'Twitter URL', 'https://x.com/…'],
  ['social_facebook', 'Facebook URL', 'https://www.facebook.com/…'],
  ['social_linkedin', 'LinkedIn URL', 'https://www.linkedin.com/company/…'],
] as const

/** Identity of the page: logo, name, and links. */
export function BrandingSection({ editing }: { editing: LookEditing }) {
  return (
    <>
      <BrandPicture editing={editing} kind="logo" label="Logo" hint="Visitors see it as soon as it is uploaded." />
      <BrandPicture
        editing={editing}
        kind="logo_dark"
        label="Logo for dark headers"
        hint="Shown instead of the logo where the header is dark."
        isDark
      />
      <BrandPicture
        editing={editing}
        kind="favicon"
        label="Icon"
        hint="Shown in the browser’s tab. Without one, the logo is used, or the first letter of the name."
      />
      <LookField editing={editing} name="name" label="Brand name" maxLength={100} autoComplete="organization" />
      {ADDRESSES.map(([name, label, placeholder]) => (
        <LookField
          key={name}
          editing={editing}
          name={name}
          label={label}
          optional
          type="url"
          placeholder={placeholder}
        />
      ))}
      <p className="text-sm text-ink-faint">
        Social links appear only on the public FAQ page, not in embedded widgets.
      </p>
    </>
  )
}

interface PictureProps {
  editing: LookEditing
  kind: 'logo' | 'logo_dark' | 'favicon'
  label: string
  hint: string
  /** Background behind the picture, as visitors will see it. */
  isDark?: boolean
}

/** One picture of the brand, with its upload. */
function BrandPicture({ editing, kind, label, hint, isDark = false }: PictureProps) {
  const field = PICTURE_FIELDS[kind]
  const address = editing.values[field]
  const { busy, error, choose } = usePictureUpload(editing, kind)
  const noun = label.toLowerCase()
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <ImageField
        label={label}
        noun={noun}
        rules={PICTURE_RULES}
        picture={
          <span
            className={cx(
              'grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg border border-line-strong text-ink-faint',
              isDark ? 'bg-tile' : 'bg-surface',
            )}
          >
            {address ? (
              <img src={address} alt={`The ${noun}`} className="size-full object-contain" />
            ) : (
              <ImagePlus size={20} aria-hidden="true" className={isDark ? 'text-on-tile' : undefined} />
            )}
          </span>
        }
        present={Boolean(address)}
        error={error ?? editing.errors[field]}
        disabled={busy}
        onChoose={choose}
        onRemove={() => editing.change({ [field]: null })}
      />
      <p className="mt-1.5 text-sm text-ink-faint">{hint}</p>
    </div>
  )
}
