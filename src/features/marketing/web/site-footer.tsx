import type { ShownWorkspace } from '../contract.ts'
import { BrandMark } from './brand-mark.tsx'
import { FOOTER_GROUPS } from './site-map.ts'

const linkClasses = 'inline-flex min-h-9 items-center rounded-sm text-md text-ink-soft transition-colors hover:text-ink'

export function SiteFooter({ demo, year }: { demo: ShownWorkspace | null; year: number }) {
  return (
    <footer className="border-t border-line px-5 sm:px-8">
      <div className="mx-auto grid max-w-6xl gap-x-8 gap-y-10 py-12 md:grid-cols-[minmax(0,1.4fr)_repeat(3,minmax(0,1fr))]">
        <div>
          <a href="/" className="inline-flex items-center gap-2.5 rounded-sm" aria-label="Answerloom home">
            <BrandMark size={24} />
            <span className="text-base font-semibold tracking-[-0.015em]">Answerloom</span>
          </a>
          <p className="mt-3 max-w-64 text-md text-ink-soft">Answers from what you have written, with their source.</p>
        </div>
        <nav aria-label="Footer" className="contents max-md:grid max-md:grid-cols-2 max-md:gap-8">
          {FOOTER_GROUPS.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-sm font-semibold text-ink">{title}</h2>
              <ul className="mt-2">
                {links.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href} className={linkClasses}>
                      {label}
                    </a>
                  </li>
                ))}
                {title === 'Product' && demo && (
                  <li>
                    <a href={`/faq/${demo.subdomain}`} className={linkClasses}>
                      Live demo
                    </a>
                  </li>
                )}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <p className="mx-auto max-w-6xl border-t border-line py-6 text-md text-ink-faint">© 2024–{year} Answerloom</p>
    </footer>
  )
}
