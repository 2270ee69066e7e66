import { expect, it } from 'vitest'
import { faqSlug } from './faq-slug.ts'

it.each([
  ['How do I pay?', 'how-do-i-pay'],
  ['Wie ändere ich die Größe?', 'wie-andere-ich-die-grosse'],
  ['如何更改发票？', 'ru-he-geng-gai-fa-piao'],
  ['كيف ألغي اشتراكي؟', 'kyf-lghy-shtrky'],
  ['Как оплатить?', 'kak-oplatit'],
  ['iPhoneの設定', 'iphoneno-she-ding'],
  ['???', 'faq'],
])('%j gets the slug %s', (question, slug) => expect(faqSlug(question)).toBe(slug))
