import { expect, it } from 'vitest'
import { splitQuestions } from './split-questions.ts'

it.each([
  ['How do I cancel? Can I get a refund?', 2],
  ['Wie kündige ich? Bekomme ich Geld zurück?', 2],
  ['如何取消订阅？可以退款吗？', 2],
  ['How do I cancel?', 1],
  ['Really? How do I cancel?', 1],
  ['How do I cancel? I use the app on Android.', 1],
  ['A b c? A b c? A b c? A b c?', 1],
])('%j is %i', (text, count) => expect(splitQuestions(text)).toHaveLength(count))
