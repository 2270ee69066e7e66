import { ImagePlus } from 'lucide-react'
import { ImageField } from '../../../web/ui/image-field.tsx'
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
      <Logo editing={editing} />
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

function Logo({ editing }: { editing: LookEditing }) {
  const logo = editing.values.logo_url
  const { busy, error, choose } = usePictureUpload(editing, 'logo')
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Logo</p>
      <ImageField
        label="Logo"
        noun="logo"
        rules={PICTURE_RULES}
        picture={
          <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg border border-line-strong bg-surface text-ink-faint">
            {logo ? (
              <img src={logo} alt="The logo" className="size-full object-contain" />
            ) : (
              <ImagePlus size={20} aria-hidden="true" />
            )}
          </span>
        }
        present={Boolean(logo)}
        error={error ?? editing.errors.logo_url}
        disabled={busy}
        onChoose={choose}
        onRemove={() => editing.change({ logo_url: null })}
      />
      <p className="mt-1.5 text-sm text-ink-faint">Visitors see it as soon as it is uploaded.</p>
    </div>
  )
}
