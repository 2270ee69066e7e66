// The help center of the fictional product Loamlark: content of the demo workspace on a new installation.
import { z } from 'zod'
import { createFaqInput } from '../../faqs/contract.ts'
import { textInput } from '../../knowledge/contract.ts'
import { publicWorkspaceSchema } from '../../workspaces/contract.ts'
import faqs from './demo-content/faqs.json' with { type: 'json' }
import texts from './demo-content/texts.json' with { type: 'json' }
import workspace from './demo-content/workspace.json' with { type: 'json' }

const demoWorkspaceSchema = publicWorkspaceSchema.pick({
  name: true,
  subdomain: true,
  website_url: true,
  widget_heading: true,
  widget_call_to_action: true,
  header_text_color: true,
  header_bg_type: true,
  header_bg_gradient_from: true,
  header_bg_gradient_to: true,
  header_bg_gradient_direction: true,
})

/** A text's content is kept line by line, so that a change of one line is a change of one line. */
const demoTextSchema = textInput.extend({
  content: z
    .array(z.string())
    .transform((textLines) => textLines.join('\n'))
    .pipe(textInput.shape.content),
})

const demoContentSchema = z.object({
  workspace: demoWorkspaceSchema,
  faqs: z.array(createFaqInput.transform((faq) => ({ ...faq, status: 'published' as const }))),
  texts: z.array(demoTextSchema),
})
export type DemoContent = z.output<typeof demoContentSchema>

/**
 * The demo workspace in the shapes that the product's own verbs take: its look, its published FAQs in their order
 * and its texts (Markdown). Throws a ZodError when the data files were edited into something that doesn't fit.
 */
export const loadDemoContent = (): DemoContent => demoContentSchema.parse({ workspace, faqs, texts })
