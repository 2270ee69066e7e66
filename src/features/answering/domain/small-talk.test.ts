import { describe, expect, it } from 'vitest'
import type { PageLanguage } from '../../../kernel/languages.ts'
import type { SmallTalkKind } from '../../workspaces/contract.ts'
import { detectSmallTalk, isKeyboardMash } from './small-talk.ts'

type Examples = Partial<Record<SmallTalkKind, string[]>>
const EXAMPLES: Record<PageLanguage, Examples> = {
  en: {
    greeting: ['hi', 'Hello there!', 'heyyy', 'good morning everyone', 'Can you help me?', 'how are you today?'],
    thanks: ['thanks, that helped', 'Thank you so much!', 'ok great, thx', 'That works now!', '👍', 'hi, thank you'],
    goodbye: ['bye', 'see you later', 'no thanks', "that's all, thanks"],
    person: [
      'human please',
      'Can I talk to a real person?',
      'contact support',
      'I want to speak to someone',
      'hello, I need to talk to a human right now!',
      'customer service please',
      'let me speak with an agent',
    ],
    identity: ['are you a bot?', 'Am I talking to a real person or a robot?', 'who are you'],
    insult: ['you are so stupid', 'fuck you', 'useless bot', 'this is bullshit'],
  },
  de: {
    greeting: ['Guten Morgen!', 'hallo zusammen', 'moin', 'Können Sie mir helfen?'],
    thanks: ['Ok, danke', 'vielen lieben Dank für Ihre Hilfe', 'danke, hat geklappt', 'super, jetzt geht'],
    goodbye: ['tschüss', 'Auf Wiedersehen', 'nein danke'],
    person: [
      'kann ich mit einem menschen sprechen',
      'Ich möchte bitte mit einem echten Mitarbeiter reden',
      'Mitarbeiter bitte',
      'Support kontaktieren',
    ],
    identity: ['Bist du ein Bot?', 'bist du echt?', 'Sind Sie ein echter Mensch?', 'wer bist du'],
    insult: ['du bist dumm', 'so ein Mist', 'Scheiß Bot'],
  },
  es: {
    greeting: ['Hola', '¡Buenos días!', 'hola, ¿qué tal?'],
    thanks: ['muchas gracias', 'Perfecto, gracias por tu ayuda'],
    goodbye: ['adiós', 'hasta luego', 'no, gracias'],
    person: [
      'quiero hablar con una persona',
      '¿Puedo hablar con un agente humano?',
      'soporte por favor',
      'necesito ayuda de una persona',
    ],
    identity: ['¿Eres un robot?', '¿quién eres?'],
    insult: ['eres un idiota', 'vete a la mierda'],
  },
  fr: {
    greeting: ['Bonjour', 'salut, ça va ?', 'bonsoir à tous'],
    thanks: ['merci beaucoup', 'Super, merci !', 'ça marche'],
    goodbye: ['au revoir', 'bonne journée', 'non merci'],
    person: [
      'je veux parler à un humain',
      'Puis-je parler avec une vraie personne ?',
      'contacter le support',
      'un conseiller svp',
    ],
    identity: ['Êtes-vous un robot ?', 'tu es un bot', 'qui es-tu'],
    insult: ['tu es nul', 'ta gueule', 'va te faire foutre'],
  },
  it: {
    greeting: ['Ciao', 'buongiorno a tutti', 'Salve!'],
    thanks: ['grazie mille', 'perfetto, grazie'],
    goodbye: ['arrivederci', 'no grazie', 'buona giornata'],
    person: ['vorrei parlare con una persona reale', 'Posso parlare con un operatore?', 'operatore per favore'],
    identity: ['sei un robot?', 'chi sei'],
    insult: ['sei stupido', 'vaffanculo'],
  },
  nl: {
    greeting: ['Hallo', 'goedemorgen', 'goedenavond', 'hoi allemaal'],
    thanks: ['dank je wel', 'Bedankt voor de hulp!'],
    goodbye: ['doei', 'tot ziens', 'nee bedankt'],
    person: ['ik wil met een mens praten', 'Kan ik een medewerker spreken?', 'medewerker alstublieft'],
    identity: ['ben je een robot?', 'wie ben je'],
    insult: ['je bent dom', 'stomme bot'],
  },
  pl: {
    greeting: ['Cześć', 'dzień dobry', 'Witam wszystkich'],
    thanks: ['dziękuję bardzo', 'dzieki', 'super, dziękuję za pomoc'],
    goodbye: ['do widzenia', 'nie, dziękuję'],
    person: ['chcę porozmawiać z człowiekiem', 'Czy mogę porozmawiać z konsultantem?', 'poproszę konsultanta'],
    identity: ['czy jesteś botem?', 'kim jesteś'],
    insult: ['jesteś głupi', 'spierdalaj'],
  },
  pt: {
    greeting: ['Olá', 'bom dia', 'oi, tudo bem?'],
    thanks: ['obrigado', 'muito obrigada pela ajuda'],
    goodbye: ['tchau', 'até logo', 'não, obrigado'],
    person: ['quero falar com uma pessoa', 'Posso falar com um atendente?', 'suporte por favor'],
    identity: ['você é um robô?', 'quem é você'],
    insult: ['você é burro', 'vai à merda'],
  },
  tr: {
    greeting: ['Merhaba', 'İyi günler', 'selam, nasılsın'],
    thanks: ['teşekkürler', 'çok teşekkür ederim', 'sağol'],
    goodbye: ['görüşürüz', 'hoşça kalın'],
    person: [
      'gerçek bir insanla görüşmek istiyorum',
      'bir insanla konuşmak istiyorum',
      'müşteri temsilcisine bağlanmak istiyorum',
    ],
    identity: ['sen bir robot musun?', 'kimsin'],
    insult: ['sen aptalsın', 'aptal bot'],
  },
  ar: {
    greeting: ['مرحبا', 'السلام عليكم', 'صباح الخير'],
    thanks: ['شكرا جزيلا', 'شكراً لك'],
    goodbye: ['مع السلامة', 'إلى اللقاء'],
    person: ['أريد التحدث مع شخص', 'هل يمكنني التحدث إلى موظف حقيقي؟'],
    identity: ['هل أنت روبوت؟', 'من أنت'],
    insult: ['أنت غبي'],
  },
  ja: {
    greeting: ['こんにちは', 'おはようございます', '質問があります'],
    thanks: ['ありがとうございます', 'わかりました。ありがとう！'],
    goodbye: ['さようなら', 'もういいです'],
    person: ['人間と話したい', '担当者と話したいです', 'オペレーターをお願いします'],
    identity: ['あなたはロボットですか？', 'ボットですか'],
    insult: ['バカ', '役立たず'],
  },
  zh: {
    greeting: ['你好', '您好，在吗？', '早上好'],
    thanks: ['谢谢', '好的，谢谢你'],
    goodbye: ['再见', '不用了，谢谢'],
    person: ['我要转人工', '人工客服', '我想和真人说话', '转人工服务'],
    identity: ['你是机器人吗？', '你是谁'],
    insult: ['你真笨', '垃圾机器人'],
  },
}

describe.each(Object.entries(EXAMPLES))('small talk in %s', (language, kinds) => {
  const cases = Object.entries(kinds).flatMap(([kind, texts]) => texts.map((text) => [text, kind] as const))
  it.each(cases)('%j is %s', (text, kind) => expect(detectSmallTalk(text, language as PageLanguage)?.kind).toBe(kind))
  it.each(cases)('%j is recognized on a page in another language', (text) =>
    expect(detectSmallTalk(text, language === 'en' ? 'de' : 'en')).not.toBeNull(),
  )
})

it.each([
  'hi, how do I log in',
  'thanks, and how do I log in?',
  'Hello, I would like to cancel my plan',
  'how many agents can I invite',
  'How can I contact support?',
  'human resources',
  'support',
  'agent',
  'person',
  'team members',
  'does the bot work offline',
  'Is this a person or a company account?',
  'thank you page',
  'it does not work',
  'this is too expensive',
  'mitarbeiter einladen',
  'Hallo, wie kündige ich?',
  'Wie kann ich Mitarbeiter einladen?',
  'hola, ¿cuánto cuesta?',
  'Bonjour, comment annuler mon abonnement ?',
  '请问如何退款',
  '你好，怎么取消订阅',
  'こんにちは、解約の方法を教えてください',
  'مرحبا، كيف ألغي اشتراكي؟',
  'legal',
  'hotspot',
  '404',
])('%j is a question', (text) => {
  expect(detectSmallTalk(text)).toBeNull()
  expect(isKeyboardMash(text)).toBe(false)
})

it('is replied to in its language, or in that of the page when several languages have the phrase', () => {
  expect(detectSmallTalk('Vielen Dank', 'en')?.language).toBe('de')
  expect(detectSmallTalk('hello', 'de')?.language).toBe('de')
  expect(detectSmallTalk('ciao', 'it')?.language).toBe('it')
})

it.each(['asdfghjkl', 'asdf', 'qwertz', 'sdfkjhsdf', 'aaaaaaa', 'hahahaha', 'asdkjfh kjhsdf'])(
  '%j is nonsense',
  (text) => expect(isKeyboardMash(text) || detectSmallTalk(text)?.kind === 'nonsense').toBe(true),
)
it.each(['???', '...', '🤷'])('%j has no words', (text) => expect(detectSmallTalk(text)?.kind).toBe('nonsense'))
it.each(['strengths', 'https', 'bcrypt', 'Angstschweiß', 'npm', 'rhythm', 'were', 'mysql', 'kubectl', 'html', 'ngrok'])(
  '%j is a word',
  (text) => expect(isKeyboardMash(text)).toBe(false),
)
