import '@answerloom/react/styles.css'
import { AnswerloomAsk, AnswerloomSearch } from '@answerloom/react'
import { AnswerloomFaq, type PublicFaq } from '@answerloom/react/faq'

interface HelpPageProps {
  workspace: { server: string; subdomain: string }
  /** Loaded on the server: `await getFaqs(workspace)`. */
  faqs: PublicFaq[]
}

export function HelpPage({ workspace, faqs }: HelpPageProps) {
  return (
    <>
      <AnswerloomSearch {...workspace} />
      <AnswerloomFaq faqs={faqs} category="Product" heading="Product questions" />
      <AnswerloomAsk {...workspace}>Ask us</AnswerloomAsk>
    </>
  )
}
