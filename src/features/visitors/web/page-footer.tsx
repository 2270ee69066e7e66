import { Mark } from './icons.tsx'

interface PageFooterProps {
  /** Text of the badge; none when the workspace has disabled it. */
  label?: string
  home?: string
}

export function PageFooter({ label, home }: PageFooterProps) {
  return (
    <footer className="column mt-auto flex min-h-24 items-center justify-center py-8">
      {label && (
        <a href={home} className="powered">
          {label}
          <Mark size={16} />
        </a>
      )}
    </footer>
  )
}
