import { NOTICES, type Notice } from '../contract.ts'

/** A notice for a user who was just redirected, at the top of the page. Disappears on the next page. */
export function PageNotice({ notice }: { notice: Notice }) {
  const { title, text } = NOTICES[notice]
  return (
    <p role="status" className="border-line border-b bg-sunken px-5 py-3 text-center text-md text-ink sm:px-8">
      <strong className="font-semibold">{title}</strong> <span className="text-ink-soft">{text}</span>
    </p>
  )
}
