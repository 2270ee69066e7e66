import { expect, it } from 'vitest'
import { contentLanguage } from './content-language.ts'

const faq = (question: string, answer: string) => ({ question, answer })

it.each([
  ['en', faq('How long does delivery take?', 'Parcels arrive within three days, and we tell you when they leave.')],
  ['de', faq('Wie lange dauert die Lieferung?', 'Pakete kommen innerhalb von drei Tagen an, und wir sagen Bescheid.')],
  ['fr', faq('Combien de temps prend la livraison ?', 'Les colis arrivent en trois jours et nous vous prévenons.')],
  [
    'pl',
    faq(
      'Ile trwa dostawa?',
      'Przesyłki dochodzą w ciągu trzech dni, a my powiadomimy, gdy wyruszą. Dziękujemy za zamówienie.',
    ),
  ],
  ['ar', faq('كم يستغرق التوصيل؟', 'تصل الطرود خلال ثلاثة أيام ونخبرك عند إرسالها من المستودع إلى عنوانك.')],
  ['he', faq('כמה זמן לוקח המשלוח?', 'החבילות מגיעות תוך שלושה ימים ואנחנו מודיעים לכם כשהן יוצאות לדרך.')],
  [
    'ja',
    faq(
      '配送にはどのくらいかかりますか?',
      '荷物は三日以内に届きます。発送時にお知らせしますので、しばらくお待ちください。',
    ),
  ],
  ['zh', faq('送货需要多长时间?', '包裹会在三天内送达,发货时我们会通知您。如有问题,请随时联系我们的客服团队。')],
])('the language is detected as %s', (language, only) => expect(contentLanguage([only])).toBe(language))

it('the language of a very short text is unknown', () => {
  expect(contentLanguage([])).toBe('')
  expect(contentLanguage([faq('Acme?', 'Yes.')])).toBe('')
  expect(contentLanguage([faq('1234567890'.repeat(20), '…')])).toBe('')
})
