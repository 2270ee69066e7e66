import type { ReactNode } from 'react'

export interface SectionProps {
  /** Names the section in the address and ties it to its heading. */
  id: string
  heading: string
  lead?: string
  className?: string
  children: ReactNode
}

export function Section({ id, heading, lead, className = '', children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className={`px-5 py-16 sm:px-8 sm:py-24 ${className}`}>
      <div className="mx-auto max-w-6xl">
        <h2
          id={`${id}-heading`}
          className="max-w-2xl text-[clamp(1.75rem,1.3rem+1.6vw,2.5rem)] leading-[1.12] font-semibold tracking-[-0.025em]"
        >
          {heading}
        </h2>
        {lead && <p className="mt-4 max-w-2xl text-lg text-ink-soft">{lead}</p>}
        <div className="mt-10 sm:mt-14">{children}</div>
      </div>
    </section>
  )
}
