import { Section } from './section.tsx'

/** Facts that a reader can check on this server or in its documents. No other product is named or rated. */
const FACTS: readonly { fact: string; here: string; elsewhere: string; proof: { label: string; href: string } }[] = [
  {
    fact: 'Where the answer comes from',
    here: 'Your FAQs and texts, with the source below each answer',
    elsewhere: 'Ask something, and look for a link to the text behind the answer',
    proof: { label: 'How answers are chosen', href: '/docs/how-answers-are-chosen' },
  },
  {
    fact: 'When nothing fits',
    here: 'Says so, and offers a person',
    elsewhere: 'Ask what its content cannot answer',
    proof: { label: 'How answers are chosen', href: '/docs/how-answers-are-chosen' },
  },
  {
    fact: 'Script on your pages',
    here: 'Less than 1.5 KB, no cookie, nothing stored',
    elsewhere: 'Open the network tab of a page that has it',
    proof: { label: 'The widget', href: '/docs/widget' },
  },
  {
    fact: 'A language model',
    here: 'Optional; without one no question leaves this server',
    elsewhere: 'Read in its privacy policy where questions are sent',
    proof: { label: 'Privacy', href: '/privacy' },
  },
  {
    fact: 'Your own server',
    here: 'One process and one database, started by one command',
    elsewhere: 'Look for instructions to run it yourself',
    proof: { label: 'Self-hosting', href: '/docs/self-hosting' },
  },
  {
    fact: 'Taking your data with you',
    here: 'CSV, JSON, Markdown and a whole archive, on every plan',
    elsewhere: 'Try its export before you sign up',
    proof: { label: 'Export and erasure', href: '/docs/export-and-erasure' },
  },
]

/** Facts about the product, with their documents and a way to check the same of another one. */
export function Comparison() {
  return (
    <Section
      id="comparison"
      heading="Compare by facts"
      lead="Each line is documented and can be tried on this server. The last column says how to check the same of another product."
      className="border-t border-line bg-sunken"
    >
      <div className="overflow-hidden rounded-xl border border-line-strong bg-surface">
        {/* On a phone the cells of a row are below each other. */}
        <table className="w-full text-left text-base max-sm:block">
          <thead className="border-b border-line text-md text-ink-soft max-sm:sr-only">
            <tr>
              <th scope="col" className="px-5 py-3.5 font-medium">
                <span className="sr-only">Fact</span>
              </th>
              <th scope="col" className="px-5 py-3.5 font-semibold text-ink">
                Answerloom
              </th>
              <th scope="col" className="px-5 py-3.5 font-medium">
                How to check it elsewhere
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-sm:block">
            {FACTS.map(({ fact, here, elsewhere, proof }) => (
              <tr key={fact} className="align-top max-sm:grid max-sm:gap-2 max-sm:px-5 max-sm:py-4">
                <th scope="row" className="font-medium sm:px-5 sm:py-4">
                  {fact}
                </th>
                <td className="sm:px-5 sm:py-4">
                  {here}
                  <a
                    href={proof.href}
                    className="mt-0.5 block text-md font-medium text-link underline-offset-4 hover:underline"
                  >
                    {proof.label}
                  </a>
                </td>
                <td className="text-ink-soft max-sm:text-md sm:px-5 sm:py-4">
                  <span aria-hidden="true" className="font-medium sm:hidden">
                    Elsewhere:{' '}
                  </span>
                  {elsewhere}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
