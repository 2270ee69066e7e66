import type { ReactNode } from 'react'

interface PageHeadProps {
  title: string
  lead?: ReactNode
  /** Before the title: where the page belongs. */
  above?: ReactNode
}

/** The head of a page of the site. */
export function PageHead({ title, lead, above }: PageHeadProps) {
  return (
    <div className="pt-10 pb-10 sm:pt-16 sm:pb-12">
      {above}
      <h1 className="max-w-3xl text-[clamp(2rem,1.4rem+2.4vw,3rem)] leading-[1.08] font-semibold tracking-[-0.03em]">
        {title}
      </h1>
      {lead && <p className="mt-4 max-w-2xl text-lg text-ink-soft">{lead}</p>}
    </div>
  )
}

/** The measure of a page. */
export const Column = ({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) => (
  <div className="px-5 pb-20 sm:px-8 sm:pb-28">
    <div className={`mx-auto ${narrow ? 'max-w-3xl' : 'max-w-6xl'}`}>{children}</div>
  </div>
)
