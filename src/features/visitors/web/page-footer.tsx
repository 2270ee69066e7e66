import { Mark } from './icons.tsx'

/** The powered-by badge, unless the workspace switched it off. */
export function PageFooter({ poweredBy, home }: { poweredBy: boolean; home: string }) {
  return (
    <footer className="column mt-auto flex min-h-24 items-center justify-center py-8">
      {poweredBy && (
        <a href={home} className="powered">
          <Mark size={16} />
          Powered by Answerloom
        </a>
      )}
    </footer>
  )
}
