import type { PublicWorkspace } from '../../workspaces/contract.ts'
import type { VisitorTexts } from '../contract.ts'
import { callToActionOf, headingOf, initialOf, isDarkHeader, socialLinks } from '../domain/branding.ts'
import { assetAddress, webAddress } from '../domain/web-address.ts'
import { SocialIcon } from './icons.tsx'

function Logo({ workspace }: { workspace: PublicWorkspace }) {
  const onDark = isDarkHeader(workspace) ? assetAddress(workspace.logo_dark_url) : null
  const logo = onDark ?? assetAddress(workspace.logo_url)
  // A box of fixed size, so that a loaded image of any shape moves nothing.
  if (logo) return <img src={logo} alt="" width={40} height={40} className="size-10 object-contain" />
  return (
    <span aria-hidden="true" className="monogram">
      {initialOf(workspace)}
    </span>
  )
}

interface BrandHeaderProps {
  workspace: PublicWorkspace
  texts: VisitorTexts
  /** The language of what the workspace wrote, where it is not the page's. */
  lang?: string
  /** Title of the page; the workspace's heading by default. The page of a single FAQ shows it without emphasis. */
  title?: string
  /** Social links belong to the public page, not to embedded widgets. */
  social?: boolean
  home?: string
}

export function BrandHeader({ workspace, texts, lang, title, social = true, home }: BrandHeaderProps) {
  const site = home ?? webAddress(workspace.website_url)
  const links = social ? socialLinks(workspace) : []
  const brand = (
    <>
      <Logo workspace={workspace} />
      <span className="line-clamp-2 text-lg/tight strong" dir="auto">
        {workspace.name}
      </span>
    </>
  )
  return (
    <header className="brand-header">
      <div className="column">
        <div className="flex h-20 items-center gap-3">
          {site ? (
            <a href={site} className="flex min-w-0 items-center gap-3 rounded-md">
              {brand}
            </a>
          ) : (
            <div className="flex min-w-0 items-center gap-3">{brand}</div>
          )}
          {links.length > 0 && (
            <ul className="ms-auto flex gap-1" aria-label={texts.social}>
              {links.map(({ label, href }) => (
                <li key={label}>
                  <a
                    href={href}
                    target="_blank"
                    rel="noopener"
                    aria-label={label}
                    className="grid size-11 place-items-center rounded-lg"
                  >
                    <SocialIcon label={label} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="pt-6 pb-20 text-center sm:pt-10 sm:pb-24">
          {title === undefined ? (
            <>
              <h1 className="brand-title" lang={workspace.widget_heading ? lang : undefined} dir="auto">
                {headingOf(workspace, texts)}
              </h1>
              <p
                className="mt-3 text-lg text-balance"
                lang={workspace.widget_call_to_action ? lang : undefined}
                dir="auto"
              >
                {callToActionOf(workspace, texts)}
              </p>
            </>
          ) : (
            <p className="brand-title" lang={workspace.widget_heading ? lang : undefined} dir="auto">
              {title}
            </p>
          )}
        </div>
      </div>
    </header>
  )
}
