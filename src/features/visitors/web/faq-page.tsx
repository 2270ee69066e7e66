import { parseMarkup } from '../../../kernel/markup.ts'
import type { FaqView } from '../contract.ts'
import { fillPlaceholders } from '../domain/fill.ts'
import { AnswerText } from './answer/answer-text.tsx'
import { Breadcrumb } from './collections/breadcrumb.tsx'
import { NeedHelp } from './collections/need-help.tsx'
import { QuestionLinks } from './collections/question-links.tsx'
import { ThumbDownIcon, ThumbUpIcon } from './icons.tsx'
import { ReadingPage } from './reading-page.tsx'

/** One FAQ on a page of its own: complete without a script. */
export function FaqPage({ view }: { view: FaqView }) {
  const { place, texts, faq, faqLang, categoryHref, more, related } = view
  return (
    <ReadingPage view={view}>
      <Breadcrumb
        place={place}
        texts={texts}
        category={{ name: faq.category, href: categoryHref }}
        current={faq.question}
        lang={faqLang || undefined}
      />
      <article className="panel mt-4 px-5 py-7 sm:px-8 sm:py-9">
        <h1 className="text-2xl strong text-balance" lang={faqLang || undefined} dir="auto">
          {faq.question}
        </h1>
        <div className="mt-4">
          <AnswerText blocks={parseMarkup(faq.answer)} lang={faqLang || undefined} />
        </div>
        <FaqVote view={view} />
      </article>
      {more.length > 0 && (
        <nav aria-labelledby="_more" className="mt-10">
          <h2 id="_more" className="part-title">
            {fillPlaceholders(texts.more, { category: faq.category })}
          </h2>
          <QuestionLinks faqs={more} place={place} />
        </nav>
      )}
      {related.length > 0 && (
        <nav aria-labelledby="_related" className="mt-10">
          <h2 id="_related" className="part-title">
            {texts.help.related}
          </h2>
          <QuestionLinks faqs={related} place={place} />
        </nav>
      )}
      <NeedHelp place={place} texts={texts} className="mt-8" />
    </ReadingPage>
  )
}

/** A vote on the page's FAQ: a form that works without a script. */
function FaqVote({ view: { place, texts, faq, voted } }: { view: FaqView }) {
  const { helpful, thanks, notSent, yes, no } = texts.help
  if (voted === 'sent')
    return (
      <p className="votes" role="status">
        {thanks}
      </p>
    )
  const choices = [
    { choice: 'up', label: yes, icon: <ThumbUpIcon size={18} /> },
    { choice: 'down', label: no, icon: <ThumbDownIcon size={18} /> },
  ] as const
  const action = `${place.base}/${encodeURIComponent(faq.slug)}${place.asked && `?lang=${place.asked}`}`
  return (
    <form method="post" action={action} className="votes">
      <span role={voted ? 'alert' : undefined}>{voted ? notSent : helpful}</span>
      {choices.map(({ choice, label, icon }) => (
        <button key={choice} type="submit" className="thumb" name="vote" value={choice} aria-label={label}>
          {icon}
        </button>
      ))}
    </form>
  )
}
