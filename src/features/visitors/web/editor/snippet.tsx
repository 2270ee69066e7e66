import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copyToClipboard } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { TabPanel, Tabs } from '../../../../web/ui/tabs.tsx'
import { reactSnippet, scriptTag, type TagAttributes } from '../../domain/embed-snippet.ts'

type Place = 'html' | 'react' | 'wordpress' | 'shopify'

const PLACES = [
  { value: 'html', label: 'HTML' },
  { value: 'react', label: 'React' },
  { value: 'wordpress', label: 'WordPress' },
  { value: 'shopify', label: 'Shopify' },
] as const

const STEPS: Record<Place, { inline: string; launcher: string }> = {
  html: {
    inline: 'Paste it where the help should appear.',
    launcher: 'Paste it once, right before </body>.',
  },
  react: {
    inline: 'Render <HelpWidget /> where the help should appear.',
    launcher: 'Render <HelpWidget /> once, in your layout.',
  },
  wordpress: {
    inline: 'Edit the page, add a “Custom HTML” block where the help should appear, and paste this.',
    launcher: 'Under Appearance → Editor, open the footer template part, add a “Custom HTML” block, and paste this.',
  },
  shopify: {
    inline: 'Under Online Store → Themes → Customize, add a “Custom Liquid” section, and paste this.',
    launcher: 'Under Online Store → Themes → Edit code, open theme.liquid, and paste this right before </body>.',
  },
}

interface SnippetProps {
  attributes: TagAttributes
  launcher: boolean
}

/** The code to put into a website, for the places people put it. */
export function Snippet({ attributes, launcher }: SnippetProps) {
  const [place, setPlace] = useState<Place>('html')
  const { origin } = window.location
  const code = place === 'react' ? reactSnippet(origin, attributes) : scriptTag(origin, attributes)
  return (
    <Tabs label="Where you embed it" value={place} onValueChange={setPlace} tabs={PLACES}>
      <TabPanel value={place} className="pt-3">
        <p className="text-md text-ink-soft">{STEPS[place][launcher ? 'launcher' : 'inline']}</p>
        <section aria-label="Embed code" className="mt-2.5 rounded-md border border-line bg-sunken px-3 py-2.5">
          <pre className="font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">{code}</pre>
        </section>
        <Button
          className="mt-2.5"
          variant="primary"
          icon={<Copy size={15} aria-hidden="true" />}
          onClick={() => void copyToClipboard(code, 'Code')}
        >
          Copy
        </Button>
      </TabPanel>
    </Tabs>
  )
}
