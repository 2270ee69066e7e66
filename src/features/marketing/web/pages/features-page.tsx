import type { SiteViewer } from '../../contract.ts'
import { ClosingCall } from '../closing-call.tsx'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { Column, PageHead } from './page-head.tsx'

const GROUPS = [
  {
    title: 'Answer visitors',
    picture: 'answer',
    alt: 'A help page on a phone that answers a question and names its source.',
    items: [
      ['A public FAQ page', 'Fast, readable without JavaScript, in twelve languages, on your own domain.'],
      ['A widget', 'One script tag: within a page or as a button. No cookies, nothing stored in the browser.'],
      ['Answers with their source', 'From your FAQs, documents and websites. Each answer names what it came from.'],
      ['An honest “not found”', 'When nothing fits, visitors are informed and can contact a person.'],
      ['Typos and other words', 'Search tolerates both, and knows other ways to ask the same question.'],
    ],
  },
  {
    title: 'Write once',
    picture: 'editor',
    alt: 'The editor of a FAQ on a phone, with a preview of what visitors see.',
    items: [
      [
        'FAQs with history',
        'Drafts, categories, order, versions to compare and bring back, a trash that keeps 30 days.',
      ],
      ['Documents and websites', 'PDF, Word, PowerPoint, Markdown and text; websites are read again by themselves.'],
      ['Import and export', 'CSV, JSON and Markdown, with a preview and an outcome for each row.'],
      ['An inbox of questions', 'Turn a visitor’s question into a FAQ, or add it to one, with a click.'],
      ['Figures', 'Questions and their outcomes, the sources that helped, and the answers still missing.'],
    ],
  },
  {
    title: 'Keep it yours',
    picture: 'appearance',
    alt: 'The live preview of the appearance settings on a phone.',
    items: [
      ['Your looks', 'Colors, pictures, gradients, logo and words, with a live preview and a check of contrast.'],
      ['Your team', 'Invitations, roles, handing over; removed members lose access at once.'],
      ['Your data', 'Exported as readable files at any time. You choose how long visitors’ questions are kept.'],
      [
        'Your server, if you like',
        'One process, with a database inside. PostgreSQL and several processes when you grow.',
      ],
      ['An API', 'Ask, search and manage content, described by OpenAPI.'],
    ],
  },
] as const

/** Features that exist today. */
export const FeaturesPage = ({ viewer }: { viewer: SiteViewer }) => (
  <>
    <Column>
      <PageHead title="Features" lead="Everything between what your team knows and what your visitors ask." />
      {GROUPS.map(({ title, picture, alt, items }) => (
        <section
          key={title}
          className="grid gap-x-14 gap-y-8 border-t border-line py-10 sm:py-14 md:grid-cols-[16rem_minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)]"
        >
          <div>
            <h2 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h2>
            <div className="mt-6 max-w-80">
              <ProductPicture name={picture} alt={alt} narrow />
            </div>
          </div>
          <dl className="grid content-start gap-x-10 gap-y-7 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
            {items.map(([name, text]) => (
              <div key={name} className="border-t-2 border-accent-edge pt-4">
                <dt className="text-lg font-semibold tracking-[-0.01em]">{name}</dt>
                <dd className="mt-1 text-base text-pretty text-ink-soft">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Column>
    <ClosingCall viewer={viewer} />
  </>
)
